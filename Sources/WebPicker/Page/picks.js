/** The maximum time between the clicks of a double click, in milliseconds. */
const DOUBLE_CLICK = 500;

/** Picks photos. Changes appear immediately; the response confirms them. */
export class Picks {
  /** Unconfirmed changes by photo: `{isPicked, turn}`. */
  #guesses = new Map();
  #turn = 0;
  #drag;

  constructor(session, onChange) {
    this.session = session;
    this.onChange = onChange;
  }

  isPicked(photo) {
    return this.#guesses.get(photo.id)?.isPicked ?? photo.number !== undefined;
  }

  numberOf(photo) {
    return photo.number ?? this.session.state.picked.count + 1;
  }

  /** Returns the unique positions of the loaded picks. */
  knownPositions() {
    const found = new Map();
    for (const [position, photo] of this.session.photos.known()) {
      if (this.isPicked(photo) && !found.has(photo.id)) found.set(photo.id, position);
    }
    return [...found.values()].sort((one, other) => one - other);
  }

  /**
   * Toggles the photo at a position, which may still be loading. Resolves to `false` on failure.
   * @param {boolean} waits true to delay the request until a double click is ruled out
   */
  toggle(position, waits = false) {
    const photo = this.session.photos.at(position);
    const guesses = photo ? this.#guess(photo) : [];
    return this.#send({ action: 'toggle', photo: this.session.awaited(position) }, guesses, waits);
  }

  #guess(photo) {
    const { view, state } = this.session;
    const isPicked = !this.isPicked(photo);
    const guesses = [];
    const isFull = !view.isSingle && view.maximum && state.picked.count >= view.maximum;
    if (!isPicked || !(photo.refusal || isFull)) guesses.push([photo, isPicked]);
    if (isPicked && view.isSingle && !photo.refusal) {
      for (const [, other] of this.session.photos.known()) {
        if (other.id !== photo.id && this.isPicked(other)) guesses.push([other, false]);
      }
    }
    return guesses;
  }

  range(from, to, waits = false) {
    const { session } = this;
    const { photos, view } = session;
    const all = [];
    let knowsAll = true;
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    for (let position = first; position <= last; position += 1) {
      const photo = photos.at(position);
      if (!photo) knowsAll = false;
      else if (!photo.refusal) all.push(photo);
    }
    const isPicked = all.some((photo) => !this.isPicked(photo));
    const isSure = !view.maximum && !view.isSingle && (isPicked || knowsAll);
    const action = { action: 'range', from: session.awaited(from), to: session.awaited(to) };
    return this.#send(action, isSure ? all.map((photo) => [photo, isPicked]) : [], waits);
  }

  section(key) {
    return this.#send({ action: 'section', key }, []);
  }

  all() {
    return this.#send({ action: 'all' }, []);
  }

  beginDrag(photo) {
    this.#drag = { position: photo.position };
    this.#send({ action: 'drag', phase: 'begin', photo }, []);
  }

  /** Extends the drag to a photo. While a request is pending, only the latest position is queued. */
  moveDrag(photo) {
    const drag = this.#drag;
    if (!drag || drag.position === photo.position) return;
    drag.position = photo.position;
    drag.next = photo;
    drag.sending ??= this.#sendDrag(drag);
  }

  async #sendDrag(drag) {
    while (drag.next) {
      const photo = drag.next;
      drag.next = undefined;
      await this.#send({ action: 'drag', phase: 'move', photo }, []);
    }
    drag.sending = undefined;
  }

  async endDrag() {
    const drag = this.#drag;
    this.#drag = undefined;
    await drag?.sending;
    await this.#send({ action: 'drag', phase: 'end' }, []);
  }

  async #send(action, guesses, waits = false) {
    this.#turn += 1;
    const turn = this.#turn;
    for (const [photo, isPicked] of guesses) this.#guesses.set(photo.id, { isPicked, turn });
    if (guesses.length) this.onChange();
    const { session } = this;
    const isDone = await (waits ? session.sendLater(action, DOUBLE_CLICK) : session.send(action));
    await session.photos.settled();
    for (const [photo] of guesses) {
      if (this.#guesses.get(photo.id)?.turn === turn) this.#guesses.delete(photo.id);
    }
    if (guesses.length) this.onChange();
    return isDone;
  }
}

export class Cursor {
  position = 0;
  /** The start of the run, or `undefined`. */
  runStart;
  /** The start of ranges picked by mouse. */
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

  #inRow(layout, row) {
    if (row < 0 || row >= layout.rows) return this.position;
    const own = layout.tilesOf(layout.rowOf(this.position)).find((tile) => tile.position === this.position);
    const middle = own.x + own.width / 2;
    const distance = (tile) => Math.abs(tile.x + tile.width / 2 - middle);
    return layout.tilesOf(row).reduce((best, tile) => (distance(tile) < distance(best) ? tile : best)).position;
  }
}
