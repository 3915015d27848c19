/** The current photos, fetched on demand in blocks. The number of cached blocks is limited. */
import { getJSON } from './server.js';

/** The page preloads the first block (PageFiles.index). */
const BLOCK = 100;
const MOST_BLOCKS = 80;
/** The maximum number of photos in a response, and the maximum number of responses to search for a photo. */
const [MOST, MOST_ANSWERS] = [500, 4];

export class Photos {
  #view = 0;
  #count = 0;
  /** Blocks by number, least recently used first: `{photos, age, loading}`. */
  #blocks = new Map();
  #age = 0;
  #onArrival;
  #onOutdated;

  /**
   * @param {() => void} onArrival invoked when photos arrive or change
   * @param {() => void} onOutdated invoked when the view is no longer current
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

  /** Invalidates all blocks, which are fetched again on demand. */
  expire() {
    this.#age += 1;
  }

  at(position) {
    return this.#blocks.get(Math.floor(position / BLOCK))?.photos?.[position % BLOCK];
  }

  /** Resolves to the photo at a position; `undefined` after the last photo, or if the view changes. */
  async fetch(position) {
    if (position < 0 || position >= this.#count) return undefined;
    const view = this.#view;
    if (!this.at(position)) await this.#load(Math.floor(position / BLOCK));
    return view === this.#view ? this.at(position) : undefined;
  }

  /** Fetches missing and invalidated photos in a range. */
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
 * Finds a photo in a new view: near its position from the start or the end, or in the section of the same key or date.
 * @param {{id: number, position: number, date?: string, section?: string}} kept
 * @returns {Promise<number | undefined>} the position
 */
export async function findPlace(kept, view) {
  if (view.count === 0) return undefined;
  // The second guess is for the reverse order.
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
