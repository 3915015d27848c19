/** The timeline: rows of photos. Only rows near the viewport are in the document. */
import { Layout } from './layout.js';
import { Scroller } from './scroller.js';
import { Thumbnails } from './thumbnails.js';
import { Tile, makeHeading } from './tiles.js';
import { thumbnailAddress } from './server.js';
import { byId, make } from './text.js';

const MOST_ROWS = 40;
const GAP = 4;
const HEADING = 44;
/** The scroll speed, in pixels per millisecond, above which pictures aren't requested. */
const TOO_FAST = 8;

export class Timeline {
  /** The target height of rows; `undefined` to derive it from the width. */
  target;
  onLook = () => {};
  onLayout = () => {};
  /** Called with the position of the first of several duplicates, to keep the best. */
  onKeep = () => {};

  #rows = new Map();
  /** Elements for reuse. */
  #spare = [];
  #tiles = [];
  layout;
  #isPlanned = false;
  #isFast = false;
  /** Whether rows in the document need an update, which mere scrolling doesn't require. */
  #hasChanged = false;
  /** After a jump, load the photos in the viewport first and the rows around them later. */
  #looksAhead = false;
  #lastLook = { time: 0, offset: 0 };

  constructor(session, picks, cursor, onSection) {
    this.session = session;
    this.picks = picks;
    this.cursor = cursor;
    this.onSection = onSection;
    this.grid = byId('grid');
    this.canvas = byId('rows');
    this.scroller = new Scroller(this.grid, this.canvas, () => this.#planFrame(), () => this.#rest());
    this.thumbnails = new Thumbnails();
    new ResizeObserver(() => this.#resized()).observe(this.grid);
  }

  show(place, isFirst) {
    const anchor = place === undefined ? undefined : this.#heightOnScreen(this.cursor.keptPosition);
    this.#arrange();
    if (isFirst || place === undefined) this.scroller.scrollTo(0);
    else this.scroller.scrollTo(this.layout.tops[this.layout.rowOf(place)] - anchor);
    this.render();
  }

  #heightOnScreen(position) {
    if (!this.layout || position === undefined) return HEADING;
    const top = this.layout.tops[this.layout.rowOf(position)] - this.scroller.offset;
    return Math.max(HEADING, Math.min(top, this.scroller.visible / 2));
  }

  #arrange() {
    const width = this.canvas.clientWidth;
    const usual = Math.round(Math.max(104, Math.min(width / 6.2, 204)));
    const target = Math.min(this.target ?? usual, Math.floor(width / 3));
    for (const row of [...this.#rows.keys()]) this.#release(row);
    this.layout = new Layout(this.session.shapes, this.session.view?.sections ?? [], {
      width,
      target,
      gap: GAP,
      heading: HEADING,
    });
    this.scroller.resize(this.layout.height + GAP, this.grid.clientHeight);
    this.grid.ariaRowCount = this.layout.rows;
    this.onLayout();
  }

  relayout() {
    if (!this.session.view) return;
    const kept = this.topPosition;
    const offset = this.layout ? this.scroller.offset - this.layout.tops[this.layout.rowOf(kept)] : 0;
    this.#arrange();
    this.scroller.scrollTo(this.layout.tops[this.layout.rowOf(kept)] + offset);
    this.render();
  }

  #resized() {
    const isSame = this.canvas.clientWidth === this.layout?.size.width;
    if (!isSame) this.relayout();
    else {
      this.scroller.resize(this.layout.height + GAP, this.grid.clientHeight);
      this.onLayout();
    }
    this.plan();
  }

  get topPosition() {
    if (!this.layout?.rows) return 0;
    return this.layout.firsts[this.layout.rowAt(this.scroller.offset + HEADING)];
  }

  plan() {
    this.#hasChanged = true;
    this.#planFrame();
  }

  #planFrame() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.render();
    });
  }

  /** Adds the rows near the viewport to the document and removes the others. */
  render() {
    if (!this.layout) return;
    const { layout, scroller } = this;
    const { offset, visible } = scroller;
    this.#measureSpeed();
    const [from, end] = layout.rows ? this.#rowsNear(offset, visible) : [0, 0];
    for (const row of [...this.#rows.keys()]) if (row < from || row >= end) this.#release(row);
    if (from < end && !this.#isFast) this.session.photos.want(layout.firsts[from], layout.ends[end - 1] - 1);
    for (let row = from; row < end; row += 1) this.#showRow(row);
    for (const { element } of this.#spare.splice(0)) element.remove();
    this.#hasChanged = false;
    this.#tellCursor(from, end);
    this.onLook();
  }

  /** Sets the active descendant to the photo at the cursor, if it is in the document. */
  #tellCursor(from, end) {
    const { position } = this.cursor;
    const isHere = from < end && position >= this.layout.firsts[from] && position < this.layout.ends[end - 1];
    if (isHere) this.grid.setAttribute('aria-activedescendant', `photo-${position}`);
    else this.grid.removeAttribute('aria-activedescendant');
  }

  /** Returns the rows in the viewport and, within a limit, those around them. */
  #rowsNear(offset, visible) {
    const { layout } = this;
    let from = layout.rowAt(offset);
    let end = Math.min(layout.rowAt(offset + visible) + 1, layout.rows);
    const [above, below] = this.#looksAhead ? [offset - visible / 2, offset + visible * 1.75] : [offset, 0];
    while (end < layout.rows && end - from < MOST_ROWS && layout.tops[end] < below) end += 1;
    while (from > 0 && end - from < MOST_ROWS && layout.tops[from] > above) from -= 1;
    return [from, end];
  }

  /** Detects scrolling too fast for pictures; a single jump doesn't count. */
  #measureSpeed() {
    const now = performance.now();
    const { offset, visible } = this.scroller;
    const time = now - this.#lastLook.time;
    const way = Math.abs(offset - this.#lastLook.offset);
    this.#isFast = time < 50 && way > time * TOO_FAST;
    if (way > visible) this.#looksAhead = false;
    this.#lastLook = { time: now, offset };
    this.thumbnails.look(offset + visible / 2, this.#isFast);
  }

  #rest() {
    if (!this.layout?.rows) return;
    this.#lastLook.time = 0;
    this.render();
    this.thumbnails.whenIdle(() => this.#lookAhead());
  }

  #lookAhead() {
    // The view may have become empty in the meantime.
    if (!this.layout.rows) return;
    this.#looksAhead = true;
    this.render();
    this.#order();
    const [from, end] = this.#rowsNear(this.scroller.offset, this.scroller.visible);
    const [first, last] = [this.layout.firsts[from], this.layout.ends[end - 1]];
    this.session.photos.want(first - 100, last + 100);
  }

  #showRow(index) {
    let row = this.#rows.get(index);
    const isNew = !row;
    if (isNew) {
      row = this.#makeRow(index);
      this.#rows.set(index, row);
    }
    const top = this.layout.tops[index] + this.scroller.shift;
    if (row.top !== top) {
      row.top = top;
      row.element.style.transform = `translateY(${top}px)`;
    }
    if (!isNew && !this.#hasChanged) return;
    for (const tile of row.tiles) this.#showTile(tile, this.layout.tops[index]);
  }

  /** Creates a row, reusing the elements of a spare one. */
  #makeRow(index) {
    const isHeading = this.layout.isHeading(index);
    const place = this.#spare.findIndex((row) => row.isHeading === isHeading);
    const row = place < 0 ? this.#makeEmptyRow(isHeading) : this.#spare.splice(place, 1)[0];
    row.element.ariaRowIndex = index + 1;
    if (isHeading) this.#fillHeadings(row, index);
    else this.#fillTiles(row, index);
    return row;
  }

  #makeEmptyRow(isHeading) {
    const element = make('div', 'row', { role: 'row' });
    this.canvas.append(element);
    return { element, isHeading, tiles: [], top: undefined };
  }

  #fillHeadings(row, index) {
    const headings = this.layout.sectionsOf(index).map(({ section, x, width }) => {
      const heading = makeHeading(this.session.view.sections[section], this.onSection, this.#keeping(section));
      heading.style.left = `${x}px`;
      heading.style.width = `${width}px`;
      return heading;
    });
    row.element.replaceChildren(...headings);
  }

  #keeping(section) {
    const { grouping, sections } = this.session.view;
    // Edits are other pictures.
    if (grouping !== 'duplicate' || /^(none|edit-)/.test(sections[section].key)) return undefined;
    return () => this.onKeep(sections.slice(0, section).reduce((sum, { count }) => sum + count, 0));
  }

  #fillTiles(row, index) {
    const height = this.layout.heightOf(index);
    const places = this.layout.tilesOf(index);
    while (row.tiles.length > places.length) {
      const tile = row.tiles.pop();
      tile.element.remove();
      this.#tiles.push(tile);
    }
    while (row.tiles.length < places.length) {
      const tile = this.#tiles.pop() ?? new Tile((image, isBroken) => this.thumbnails.finish(image, isBroken));
      row.tiles.push(tile);
      row.element.append(tile.element);
    }
    places.forEach((place, order) => row.tiles[order].place(place, height));
  }

  /** Sorts the rows in the document, for screen readers. */
  #order() {
    let next = this.canvas.firstElementChild;
    for (const index of [...this.#rows.keys()].sort((one, other) => one - other)) {
      const { element } = this.#rows.get(index);
      if (element === next) next = next.nextElementSibling;
      else this.canvas.insertBefore(element, next);
    }
  }

  #showTile(tile, top) {
    const { position } = tile;
    const photo = this.session.photos.at(position);
    if (photo && photo.id !== tile.photo?.id) {
      if (tile.photo) this.thumbnails.drop(tile.image);
      const side = Math.max(tile.width, tile.height);
      this.thumbnails.want(tile.image, thumbnailAddress(photo.id, side), top);
    }
    const isPicked = Boolean(photo && this.picks.isPicked(photo));
    tile.show(photo, {
      isPicked,
      number: isPicked && this.session.view.showsNumbers ? this.picks.numberOf(photo) : undefined,
      isInRun: this.cursor.isInRun(position),
      isCursor: position === this.cursor.position,
      burst: this.#burst(photo, position),
    });
  }

  /** Returns which ends of its burst a photo is; `undefined` outside bursts. */
  #burst(photo, position) {
    const burst = photo?.stack?.burst;
    if (!burst) return undefined;
    const { layout, session } = this;
    const section = layout.sectionOf(position);
    const isOther = (place) =>
      place < layout.starts[section] || place >= layout.starts[section + 1] || session.photos.at(place)?.stack?.burst !== burst;
    return { isFirst: isOther(position - 1), isLast: isOther(position + 1) };
  }

  #release(index) {
    const row = this.#rows.get(index);
    this.#rows.delete(index);
    for (const tile of row.tiles) this.thumbnails.drop(tile.image);
    this.#spare.push(row);
  }

  reveal(position) {
    this.#hasChanged = true;
    const row = this.layout.rowOf(position);
    const heading = this.layout.hasHeadings ? HEADING : 0;
    const [top, bottom] = [this.layout.tops[row], this.layout.tops[row + 1]];
    const { offset, visible } = this.scroller;
    if (top - heading < offset) this.scroller.scrollTo(top - heading);
    else if (bottom > offset + visible) this.scroller.scrollTo(bottom - visible);
    this.render();
  }

  isSeen(position) {
    const row = this.layout.rowOf(position);
    const { offset, visible } = this.scroller;
    return this.layout.tops[row + 1] > offset + HEADING && this.layout.tops[row] < offset + visible;
  }
}
