/**
 * Lays out all photos in justified rows, in milliseconds for 100,000 photos.
 *
 * A row contains headings or photos. Small sections share a row, each below its heading. All lengths are integer CSS
 * pixels.
 */
import { OTHERS } from './text.js';

/** The range of aspect ratios; longer photos are cropped. */
const [NARROWEST, WIDEST] = [0.5, 3];
const RATIOS = Float64Array.from({ length: 256 }, (_, byte) =>
  Math.min(WIDEST, Math.max(NARROWEST, 2 ** ((byte - 128) / 64))),
);

/** Rows filled to this extent are stretched to the full width. */
const NEARLY_FULL = 0.85;
const SECTION_GAP = 24;
/** The average width of a heading's letters, and the space next to its title. */
const [LETTER, HEADING_REST] = [8.5, 68];

export class Layout {
  rows = 0;
  height = 0;

  /**
   * @param {Uint8Array} shapes a byte per photo
   * @param {{title: string, count: number}[]} sections
   * @param {{width: number, target: number, gap: number, heading: number}} size width, target height of rows, gap between
   *   photos, height of headings
   */
  constructor(shapes, sections, size) {
    this.shapes = shapes;
    this.size = size;
    this.titles = sections.map(({ title }) => (title || OTHERS).length);
    /** The index of each section's first photo, and the total count at the end. */
    this.starts = new Int32Array(sections.length + 1);
    sections.forEach((section, index) => (this.starts[index + 1] = this.starts[index] + section.count));
    const most = shapes.length + sections.length;
    this.tops = new Float64Array(most + 1);
    this.firsts = new Int32Array(most);
    this.ends = new Int32Array(most);
    this.sections = new Int32Array(most);
    this.hasHeadings = sections.length > 1 || Boolean(sections[0]?.title);
    this.#layOut(sections.length);
  }

  #layOut(count) {
    let shared = 0;
    for (let section = 0; section < count; section += 1) {
      const [first, end] = [this.starts[section], this.starts[section + 1]];
      if (first === end) continue;
      const width = this.#widthOfSection(section);
      const isSmall = width < this.size.width * NEARLY_FULL;
      if (isSmall && shared && shared + SECTION_GAP + width <= this.size.width) {
        if (this.hasHeadings) this.ends[this.rows - 2] = end;
        this.ends[this.rows - 1] = end;
        shared += SECTION_GAP + width;
        continue;
      }
      if (this.hasHeadings) this.#add(first, end, section, this.size.heading);
      if (isSmall) this.#add(first, end, section, this.size.target + this.size.gap);
      else this.#addRows(first, end, section);
      shared = isSmall ? width : 0;
    }
  }

  /** Adds the rows of a section that needs the full width. */
  #addRows(first, end, section) {
    const { width, target, gap } = this.size;
    let start = first;
    let sum = 0;
    for (let position = first; position < end; position += 1) {
      const ratio = RATIOS[this.shapes[position]];
      const room = width - gap * (position - start);
      sum += ratio;
      if (sum * target < room) continue;
      const height = room / sum;
      const heightBefore = (room + gap) / (sum - ratio);
      if (position > start && heightBefore - target < target - height) {
        this.#add(start, position, section, Math.round(heightBefore) + gap);
        start = position;
        sum = ratio;
        if (sum * target < width) continue;
      }
      const single = (width - gap * (position - start)) / sum;
      this.#add(start, position + 1, section, Math.round(single) + gap);
      start = position + 1;
      sum = 0;
    }
    if (start === end) return;
    const room = width - gap * (end - start - 1);
    const isNearlyFull = sum * target >= room * NEARLY_FULL;
    this.#add(start, end, section, (isNearlyFull ? Math.round(room / sum) : target) + gap);
  }

  #add(first, end, section, height) {
    const row = this.rows;
    this.firsts[row] = first;
    this.ends[row] = end;
    this.sections[row] = section;
    this.tops[row] = this.height;
    this.height += height;
    this.rows = row + 1;
    this.tops[this.rows] = this.height;
  }

  /** Returns the width of a section in a single row, or more than the full width. */
  #widthOfSection(section) {
    const { width, target, gap } = this.size;
    let sum = -gap;
    for (let position = this.starts[section]; position < this.starts[section + 1]; position += 1) {
      sum += Math.round(RATIOS[this.shapes[position]] * target) + gap;
      if (sum > width) break;
    }
    if (!this.hasHeadings) return sum;
    // Reserve space for the title, even with few photos.
    const heading = Math.ceil(this.titles[section] * LETTER) + HEADING_REST;
    return Math.max(sum, Math.min(heading, width));
  }

  isHeading(row) {
    return row + 1 < this.rows && this.firsts[row + 1] === this.firsts[row];
  }

  /** Returns the height of a row, excluding the gap. */
  heightOf(row) {
    return this.tops[row + 1] - this.tops[row] - (this.isHeading(row) ? 0 : this.size.gap);
  }

  rowAt(top) {
    return Math.max(lastUpTo(this.tops, this.rows, top), 0);
  }

  rowOf(position) {
    return Math.max(lastUpTo(this.firsts, this.rows, position), 0);
  }

  sectionOf(position) {
    return Math.max(lastUpTo(this.starts, this.starts.length - 1, position), 0);
  }

  topOfSection(section) {
    const row = this.rowOf(this.starts[section]);
    return this.tops[this.hasHeadings ? row - 1 : row];
  }

  sectionsOf(row) {
    const found = [];
    let x = 0;
    for (let section = this.sections[row]; this.starts[section] < this.ends[row]; section += 1) {
      if (this.starts[section] === this.starts[section + 1]) continue;
      const width = Math.min(this.#widthOfSection(section), this.size.width - x);
      found.push({ section, x, width });
      x += width + SECTION_GAP;
      if (this.starts[section + 1] >= this.ends[row]) break;
    }
    // The last title may use the remaining space.
    if (found.length) found.at(-1).width = this.size.width - found.at(-1).x;
    return found;
  }

  tilesOf(row) {
    const sections = this.sectionsOf(row);
    const isFull = this.heightOf(row) !== this.size.target || sections.length === 1;
    return isFull ? this.#tilesOfSection(row) : sections.flatMap((place) => this.#tilesBelow(place));
  }

  #tilesOfSection(row) {
    const height = this.heightOf(row);
    const { gap, width, target } = this.size;
    const tiles = [];
    let x = 0;
    for (let position = this.firsts[row]; position < this.ends[row]; position += 1) {
      const next = x + RATIOS[this.shapes[position]] * height;
      tiles.push({ position, x: Math.round(x), width: Math.round(next) - Math.round(x) });
      x = next + gap;
    }
    const last = tiles.at(-1);
    const missing = width - last.x - last.width;
    // Heights are rounded, so a full row may differ by some pixels.
    if (height !== target || Math.abs(missing) < gap * 2) last.width += missing;
    return tiles;
  }

  #tilesBelow({ section, x }) {
    const { gap, target } = this.size;
    const tiles = [];
    for (let position = this.starts[section]; position < this.starts[section + 1]; position += 1) {
      const width = Math.round(RATIOS[this.shapes[position]] * target);
      tiles.push({ position, x, width });
      x += width + gap;
    }
    return tiles;
  }
}

/** Returns the index of the last of `count` sorted numbers that is not greater than a value, or -1. */
function lastUpTo(numbers, count, value) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
