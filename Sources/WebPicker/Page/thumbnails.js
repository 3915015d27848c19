/** Loads the pictures of tiles, those nearest to the middle of what is seen first, and few at a time. */

// A browser has six connections for a host: one for the events, and one is left for what people do.
const MOST_AT_ONCE = 4;
/** How often pictures that have come are shown, in milliseconds: each time all that is seen is painted anew. */
const PACE = 32;

export class Thumbnails {
  /** Images that wait, with their address and height in the contents. */
  #waiting = new Map();
  #loading = new Set();
  /** Images that have come, with what their tiles are called then. */
  #ready = new Map();
  #lastShow = 0;
  #timer;
  #middle = 0;
  #isPaused = false;
  #isPlanned = false;
  #settle;
  #onIdle;
  /** Fulfilled when all pictures that were asked for first have come. */
  settled = new Promise((resolve) => (this.#settle = resolve));

  want(image, address, top) {
    this.#waiting.set(image, { address, top });
    this.#plan();
  }

  /** Ends the loading of an image and lets its pixels go. */
  drop(image) {
    this.#waiting.delete(image);
    this.#loading.delete(image);
    this.#ready.delete(image);
    image.removeAttribute('src');
    image.parentElement.classList.remove('loaded', 'broken');
    this.#plan();
  }

  /** Says what is seen, and whether it passes by too quickly for pictures. */
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
