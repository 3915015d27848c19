/** The photo at which the keyboard is, and the run of photos that begins at another. */

export class Cursor {
  position = 0;
  /** Where a run began; `undefined` outside of a run. */
  runStart;
  /** Where a range picked by mouse begins. */
  anchor;
  /** The photo that stays in place when the view changes. */
  keptPosition;

  isInRun(position) {
    if (this.runStart === undefined) return false;
    return (position - this.runStart) * (position - this.position) <= 0;
  }

  reset(position) {
    this.position = position;
    this.runStart = undefined;
    this.anchor = undefined;
  }

  next(direction, layout, page) {
    const count = layout.shapes.length;
    switch (direction) {
      case 'left': return Math.max(0, this.position - 1);
      case 'right': return Math.min(count - 1, this.position + 1);
      case 'first': return 0;
      case 'last': return count - 1;
      case 'up': return this.#inRow(layout, this.#rowBeside(layout, -1));
      case 'down': return this.#inRow(layout, this.#rowBeside(layout, 1));
      case 'pageUp': return this.#inRow(layout, this.#rowFrom(layout, -page));
      case 'pageDown': return this.#inRow(layout, this.#rowFrom(layout, page));
      default: return this.position;
    }
  }

  #rowBeside(layout, step) {
    const row = layout.rowOf(this.position);
    const next = row + step;
    return layout.isHeading(Math.max(next, 0)) ? next + step : next;
  }

  #rowFrom(layout, distance) {
    const top = layout.tops[layout.rowOf(this.position)] + distance;
    const row = layout.rowAt(Math.max(0, Math.min(top, layout.height - 1)));
    return layout.isHeading(row) ? row + 1 : row;
  }

  /** The photo of a row that is nearest to the cursor's place across. */
  #inRow(layout, row) {
    if (row < 0 || row >= layout.rows) return this.position;
    const own = layout.tilesOf(layout.rowOf(this.position)).find((tile) => tile.position === this.position);
    const middle = own.x + own.width / 2;
    const distance = (tile) => Math.abs(tile.x + tile.width / 2 - middle);
    return layout.tilesOf(row).reduce((best, tile) => (distance(tile) < distance(best) ? tile : best)).position;
  }
}
