/** Finds where a photo is after the view changed. */
import { getJSON } from './server.js';

const MOST = 500;
/** How many answers are looked through in the section of the photo. */
const MOST_ANSWERS = 4;

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
