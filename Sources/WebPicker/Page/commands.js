/** The commands of the timeline, and their keys, which match the terminal picker's. */
import { ask, say } from './dialogs.js';
import { pickedCount } from './text.js';

const MOST_COMPARED = 4;
const [SMALLEST, LARGEST] = [80, 420];

const MOVES = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
  h: 'left', l: 'right', k: 'up', j: 'down',
  Home: 'first', End: 'last', PageUp: 'pageUp', PageDown: 'pageDown',
};

export class Commands {
  /** @param {object} parts session, timeline, picks, cursor, judging, and `ui`, which opens menus and views */
  constructor(parts) {
    Object.assign(this, parts);
  }

  target() {
    return this.session.count ? this.session.awaited(this.cursor.position) : undefined;
  }

  move(direction, extendsRun) {
    const { cursor, timeline, session } = this;
    if (!session.count) return;
    const isJump = direction === 'first' || direction === 'last';
    if (!isJump && !timeline.isSeen(cursor.position)) {
      this.moveTo(timeline.topPosition);
      return;
    }
    if (extendsRun) cursor.runStart ??= cursor.position;
    this.moveTo(cursor.next(direction, timeline.layout, timeline.scroller.visible * 0.9));
  }

  moveTo(position) {
    this.cursor.position = position;
    this.timeline.reveal(position);
  }

  pick() {
    const { cursor } = this;
    if (!this.session.count) return;
    if (cursor.runStart !== undefined) this.#pickRun();
    else {
      cursor.anchor = cursor.position;
      this.picks.toggle(cursor.position);
    }
  }

  /**
   * Picks one photo, or the range from the last picked photo. Resolves to `false` on failure.
   * @param {boolean} waits true to delay the request until a double click is ruled out
   */
  async pickAt(position, isRange, waits = false) {
    const { cursor } = this;
    const { anchor } = cursor;
    cursor.position = position;
    cursor.anchor = position;
    this.timeline.plan();
    const isDone = await (isRange && anchor !== undefined
      ? this.picks.range(anchor, position, waits)
      : this.picks.toggle(position, waits));
    if (!isDone && cursor.anchor === position) cursor.anchor = anchor;
    return isDone;
  }

  beginDrag(position) {
    this.cursor.runStart = position;
    this.dragTo(position);
  }

  dragTo(position) {
    this.cursor.position = position;
    this.timeline.plan();
  }

  endDrag() {
    this.cursor.runStart = undefined;
    this.cursor.anchor = this.cursor.position;
    this.timeline.plan();
  }

  toggleRun() {
    const { cursor } = this;
    if (cursor.runStart !== undefined) this.#pickRun();
    else {
      cursor.runStart = cursor.position;
      say('A run begins here: move, then Space.');
    }
    this.timeline.plan();
  }

  #pickRun() {
    const { runStart, position } = this.cursor;
    this.cursor.runStart = undefined;
    this.cursor.anchor = position;
    this.picks.range(runStart, position);
    this.timeline.plan();
  }

  pickSection() {
    const { layout } = this.timeline;
    if (this.session.count) this.picks.section(this.session.view.sections[layout.sectionOf(this.cursor.position)].key);
  }

  open(position = this.cursor.position) {
    if (!this.session.count) return;
    this.cursor.position = position;
    this.ui.openViewer([position]);
  }

  /** Opens the collapsed burst at the cursor, otherwise the photo. */
  openBurst() {
    const { session, cursor } = this;
    if (session.photos.at(cursor.position)?.stack?.isCollapsed) this.sendTarget('openBurst');
    else this.open();
  }

  /** Sends an action on the photo at a position. */
  sendTarget(action, more = {}, position = this.cursor.position) {
    const photo = this.session.count ? this.session.awaited(position) : undefined;
    if (photo) this.session.send({ action, photo, ...more });
  }

  /**
   * Keeps the photo at a position, or the best of its duplicates. photopick rejects the rest of the burst, or asks before it
   * moves duplicates to the trash.
   */
  keep(best, position) {
    this.sendTarget('keep', { best }, position);
  }

  /** Asks what photopick asked, and sends the answer. */
  async answer({ text, verb }) {
    this.session.send({ action: 'answer', on: await ask(text, verb, 'Cancel') });
  }

  compare() {
    const { cursor, session } = this;
    const { position, runStart } = cursor;
    if (session.count < 2) return;
    const first = Math.min(runStart ?? position, position);
    const last = Math.max(runStart ?? position + 1, position);
    const run = [];
    for (let place = first; place <= Math.min(last, session.count - 1); place += 1) run.push(place);
    const picked = this.picks.knownPositions();
    const isFewPicked = runStart === undefined && picked.length === session.state.picked.count && picked.length > 1;
    const chosen = isFewPicked && picked.length <= MOST_COMPARED ? picked : run;
    if (chosen.length > MOST_COMPARED) say(`At most ${MOST_COMPARED} photos stand side by side.`);
    else if (chosen.length > 1) this.ui.openViewer(chosen);
    else this.ui.openViewer([position - 1, position]);
  }

  toggleOriginal() {
    this.session.send({ action: 'original', on: !this.session.state.original });
  }

  /**
   * Returns the picks. If there are none, returns one photo: the given one, or the one at the cursor if the user uses
   * the keyboard.
   */
  async done(shown) {
    const photo = shown ?? (document.body.classList.contains('keyboard') ? this.target() : undefined);
    await this.session.settled();
    const { state } = this.session;
    if (state.picked.count) this.session.send({ action: 'done' });
    else if (photo) this.session.send({ action: 'done', photo });
    else say('Nothing is picked yet: click photos to pick them.');
  }

  /** Cancels, after confirmation if there are picks. */
  async cancel(asksAlways = false) {
    await this.session.settled();
    const { count } = this.session.state.picked;
    if (count || asksAlways) {
      const text = count ? `Discard ${pickedCount(count)}?` : 'End without picking anything?';
      if (!(await ask(text, count ? 'Discard' : 'End', 'Keep picking', 'q'))) return;
    }
    this.session.send({ action: 'cancel' });
  }

  /** Leaves the run, the target of the next mark, or the search; otherwise cancels. */
  escape() {
    if (this.cursor.runStart !== undefined) {
      this.cursor.runStart = undefined;
      this.timeline.plan();
    } else if (this.judging.leaveAim()) {
      return;
    } else if (this.session.view?.isBurst) {
      this.session.send({ action: 'closeBurst' });
    } else if (this.session.view?.search) {
      this.ui.query.search('');
    } else this.cancel(true);
  }

  findNext(step) {
    const { count, view } = this.session;
    if (view?.search && count) this.moveTo((this.cursor.position + step + count) % count);
  }

  resize(factor) {
    const { timeline } = this;
    const target = (timeline.target ?? timeline.layout.size.target) * factor;
    timeline.target = Math.round(Math.max(SMALLEST, Math.min(target, LARGEST)));
    timeline.relayout();
  }
}

/** Returns whether a key belongs to the focused field, menu or dialog, or the picker has finished. */
export function isForControl(event) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.body.classList.contains('ended')) return true;
  const { target } = event;
  if (target.closest('input, dialog, .menu')) return true;
  if (target.closest('video')) return event.key !== 'Escape';
  const isPress = event.key === 'Enter' || event.key === ' ';
  return isPress && Boolean(target.closest('button, a, [role=button]'));
}

export function handleTimelineKeys(commands, judging) {
  const { picks, ui } = commands;
  const commandOf = {
    ' ': () => commands.pick(),
    Enter: () => commands.openBurst(),
    p: () => commands.open(),
    v: () => commands.toggleRun(),
    a: () => commands.pickSection(),
    A: () => picks.all(),
    o: () => commands.toggleOriginal(),
    c: () => commands.compare(),
    d: () => commands.done(),
    q: () => commands.cancel(),
    Escape: () => commands.escape(),
    n: () => commands.findNext(1),
    N: () => commands.findNext(-1),
    '/': () => ui.query.focus(),
    g: () => ui.openMenu('group'),
    s: () => ui.openMenu('sort'),
    f: () => ui.openMenu('filter'),
    F: () => ui.filterBar.focus(),
    S: () => commands.session.send({ action: 'toggleBursts' }),
    M: () => commands.sendTarget('makeCover'),
    K: () => commands.keep(false),
    B: () => commands.keep(true),
    b: () => ui.showAlbums(),
    Backspace: () => (commands.session.view?.isBurst ? commands.escape() : ui.showAlbums()),
    r: () => commands.session.send({ action: 'rescan' }),
    '+': () => commands.resize(1.25),
    '=': () => commands.resize(1.25),
    '-': () => commands.resize(0.8),
    '?': () => ui.help(),
  };
  return (event) => {
    if (isForControl(event)) return;
    const move = MOVES[event.key];
    if (move) commands.move(move, event.shiftKey);
    else if (Object.hasOwn(commandOf, event.key)) commandOf[event.key]();
    else if (!judging.handleKey(event.key, () => commands.target())) return;
    event.preventDefault();
  };
}
