// Ways out of the page: the phone's share sheet, a download, the clipboard. Knows what browsers
// lack on plain http and how to do without; knows nothing of what is given.

/** Open the share sheet, within the tap that asked for it; false where this cannot be shared.
 * Whoever closes the sheet again has not asked for anything else; `onFailure` hears all the rest. */
export function openSheet(given, onFailure) {
  if (!navigator.share) return false;
  if (given.files && !navigator.canShare?.(given)) return false;
  navigator.share(given).catch((error) => {
    if (error.name !== "AbortError") onFailure();
  });
  return true;
}

/** Put a file among the downloads. */
export function download(file) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Text to the clipboard; on plain http by the selection of `shown`, which is in `folded`. False
 * where neither is allowed: then it is unfolded and selected, to be copied by hand. */
export async function copy(text, { shown, folded }) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here; the selection may be.
    }
  }
  const wasOpen = folded.open;
  const { activeElement } = document;
  folded.open = true;
  getSelection().selectAllChildren(shown);
  if (!copySelection(text)) return false;
  getSelection().removeAllRanges();
  folded.open = wasOpen;
  activeElement?.focus?.({ preventScroll: true });
  return true;
}

/** The plain text instead of what is selected, which would bring its looks along. */
function copySelection(text) {
  let isHeard = false;
  const answer = (event) => {
    event.preventDefault();
    event.clipboardData.setData("text/plain", text);
    isHeard = true;
  };
  document.addEventListener("copy", answer);
  try {
    return document.execCommand("copy") && isHeard;
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", answer);
  }
}
