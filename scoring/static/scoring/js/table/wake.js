// Keeping the screen on: asked for at the first tap, again when the page comes back, again at the
// next tap after a refusal. A refusal is shown and never complained of.

export class WakeLock {
  #lock = null;
  #isAsking = false;

  constructor(onChange) {
    this.isWanted = true;
    this.onChange = onChange;
    document.addEventListener("visibilitychange", () => this.ask());
  }

  get state() {
    if (!("wakeLock" in navigator)) return "missing";
    return this.#lock ? "on" : "off";
  }

  async ask() {
    const isHidden = document.visibilityState !== "visible";
    if (!this.isWanted || this.#lock || this.#isAsking || isHidden || this.state === "missing") return;
    this.#isAsking = true;
    try {
      this.#lock = await navigator.wakeLock.request("screen");
      this.#lock.addEventListener("release", () => {
        this.#lock = null;
        this.onChange();
      });
    } catch {
      this.#lock = null;
    } finally {
      this.#isAsking = false;
      this.onChange();
    }
  }

  async toggle() {
    this.isWanted = !(this.isWanted && this.#lock);
    if (this.isWanted) await this.ask();
    else await this.#lock?.release();
    this.onChange();
  }
}
