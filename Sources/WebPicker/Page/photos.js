/** The photos of the view, fetched in blocks when they are needed; a bounded number of blocks is kept. */
import { getJSON } from './server.js';

/** The first ones are asked for before this is here (PageFiles.index). */
const BLOCK = 100;
const MOST_BLOCKS = 80;
/** How many photos an answer has at most, and how many answers are searched for one. */
const [MOST, MOST_ANSWERS] = [500, 4];

export class Photos {
  #view = 0;
  #count = 0;
  /** Blocks by number, the one that was used last at the end: `{photos, age, loading}`. */
  #blocks = new Map();
  #age = 0;
  #onArrival;
  #onOutdated;

  /**
   * @param {() => void} onArrival photos have come or changed
   * @param {() => void} onOutdated the view is no longer the one of now
   */
  constructor(onArrival, onOutdated) {
    this.#onArrival = onArrival;
    this.#onOutdated = onOutdated;
  }

  reset(view, count) {
    this.#view = view;
    this.#count = count;
    this.#blocks.clear();
  }

  /** What is known of photos may have changed: blocks are fetched again when they are wanted next. */
  expire() {
    this.#age += 1;
  }

  at(position) {
    return this.#blocks.get(Math.floor(position / BLOCK))?.photos?.[position % BLOCK];
  }

  /** The photo at a position, fetched if need be; `undefined` if there is none, or another view has come meanwhile. */
  async fetch(position) {
    if (position < 0 || position >= this.#count) return undefined;
    const view = this.#view;
    if (!this.at(position)) await this.#load(Math.floor(position / BLOCK));
    return view === this.#view ? this.at(position) : undefined;
  }

  /** Fetches the photos from a position to another that are missing or may have changed. */
  want(from, to) {
    const last = Math.floor(Math.min(to, this.#count - 1) / BLOCK);
    for (let index = Math.floor(Math.max(from, 0) / BLOCK); index <= last; index += 1) {
      const block = this.#blocks.get(index);
      if (!block) {
        this.#load(index);
        continue;
      }
      this.#blocks.delete(index);
      this.#blocks.set(index, block);
      if (block.age !== this.#age && !block.loading) this.#load(index);
    }
  }

  positionOf(id) {
    for (const [position, photo] of this.known()) if (photo.id === id) return position;
    return undefined;
  }

  *known() {
    for (const [index, { photos }] of this.#blocks) {
      for (const [place, photo] of (photos ?? []).entries()) yield [index * BLOCK + place, photo];
    }
  }

  async settled() {
    const loading = [...this.#blocks.values()].map((block) => block.loading).filter(Boolean);
    await Promise.all(loading);
  }

  #load(index) {
    const block = this.#blocks.get(index) ?? {};
    this.#blocks.set(index, block);
    block.loading ??= this.#fill(block, index);
    this.#trim();
    return block.loading;
  }

  async #fill(block, index) {
    const [view, age] = [this.#view, this.#age];
    try {
      const answer = await getJSON(`./photos?view=${view}&from=${index * BLOCK}&count=${BLOCK}`);
      block.photos = answer.photos;
      block.age = age;
    } catch (error) {
      if (!block.photos) this.#blocks.delete(index);
      if (error.status === 409 && view === this.#view) this.#onOutdated();
      return;
    } finally {
      block.loading = undefined;
    }
    if (view === this.#view) this.#onArrival();
  }

  #trim() {
    for (const [index, block] of this.#blocks) {
      if (this.#blocks.size <= MOST_BLOCKS) return;
      if (!block.loading) this.#blocks.delete(index);
    }
  }
}

/**
 * Finds a photo in a new view: near the place it had or has from the other end, else in the section that it had or that its date tells.
 * @param {{id: number, position: number, date?: string, section?: string}} kept
 * @returns {Promise<number | undefined>} its position, or `undefined` if it was not found
 */
export async function findPlace(kept, view) {
  if (view.count === 0) return undefined;
  // The second place is the one in the opposite order.
  for (const guess of [kept.position, view.count - 1 - kept.position]) {
    const near = Math.max(0, Math.min(guess, view.count) - MOST / 2);
    const place = await findIn(kept.id, view, near, near + MOST);
    if (place !== undefined) return place;
  }
  let start = 0;
  for (const { key, count } of view.sections) {
    if (key === kept.section || (/^\d{4}/.test(key) && kept.date?.startsWith(key))) {
      return findIn(kept.id, view, start, Math.min(start + count, start + MOST * MOST_ANSWERS));
    }
    start += count;
  }
  return undefined;
}

async function findIn(id, view, from, end) {
  for (let start = from; start < Math.min(end, view.count); start += MOST) {
    const count = Math.min(MOST, end - start);
    const answer = await getJSON(`./photos?view=${view.view}&from=${start}&count=${count}`);
    const index = answer.photos.findIndex((photo) => photo.id === id);
    if (index >= 0) return start + index;
  }
  return undefined;
}
