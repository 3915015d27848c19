/** Loads thumbnails, nearest to the center first, with limited concurrency. */

// Browsers allow six connections per host: one for events, one reserved for commands.
const MOST_AT_ONCE = 4;
/** The interval for showing loaded pictures, in milliseconds: each update repaints the whole viewport. */
const PACE = 32;

export class Thumbnails {
  /** Queued images with address and offset. */
  #waiting = new Map();
  #loading = new Set();
  /** Loaded images with the class to add to the cell. */
  #ready = new Map();
  #lastShow = 0;
  #timer;
  #middle = 0;
  #isPaused = false;
  #isPlanned = false;
  #settle;
  #onIdle;
  /** Resolves when the first batch of pictures is loaded. */
  settled = new Promise((resolve) => (this.#settle = resolve));

  want(image, address, top) {
    this.#waiting.set(image, { address, top });
    this.#plan();
  }

  /** Cancels the loading of an image and releases its pixels. */
  drop(image) {
    this.#waiting.delete(image);
    this.#loading.delete(image);
    this.#ready.delete(image);
    image.removeAttribute('src');
    image.parentElement.classList.remove('loaded', 'broken');
    this.#plan();
  }

  /** Sets the center of the viewport, and pauses loading while the user scrolls fast. */
  look(middle, isPaused) {
    this.#middle = middle;
    const goesOn = this.#isPaused && !isPaused;
    this.#isPaused = isPaused;
    if (goesOn) this.#plan();
  }

  whenIdle(action) {
    this.#onIdle = action;
    this.#plan();
  }

  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#start();
    });
  }

  #start() {
    while (!this.#isPaused && this.#waiting.size > 0 && this.#loading.size < MOST_AT_ONCE) {
      let next;
      let least = Infinity;
      for (const [image, { top }] of this.#waiting) {
        const distance = Math.abs(top - this.#middle);
        if (distance < least) [next, least] = [image, distance];
      }
      const { address } = this.#waiting.get(next);
      this.#waiting.delete(next);
      this.#loading.add(next);
      next.src = address;
    }
    if (this.#waiting.size || this.#loading.size) return;
    const action = this.#onIdle;
    this.#onIdle = undefined;
    action?.();
  }

  finish(image, isBroken) {
    if (!this.#loading.delete(image)) return;
    this.#ready.set(image, isBroken ? 'broken' : 'loaded');
    const isLast = !this.#waiting.size && !this.#loading.size;
    const wait = isLast ? 0 : this.#lastShow + PACE - performance.now();
    if (wait <= 0) this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), wait);
    if (isLast) this.#settle();
    this.#plan();
  }

  #show() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastShow = performance.now();
    for (const [image, name] of this.#ready) image.parentElement.classList.add(name);
    this.#ready.clear();
  }
}
