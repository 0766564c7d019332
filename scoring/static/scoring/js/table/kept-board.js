// The board this phone heard of last. The page may be a copy that is older than what was played
// since; opened without a network it would begin where the copy does.

let kept = null;

/** The board of the page, or the one that was kept if more was played by then. */
export function newestBoard(board, store) {
  kept = store.read("board", null);
  const isNewer = kept?.table.id === board.table.id && kept.table.version > board.table.version;
  return isNewer ? kept : board;
}

/** Keep it, where it is another. */
export function keepBoard(board, store) {
  if (board === kept) return;
  kept = board;
  store.write({ board });
}
