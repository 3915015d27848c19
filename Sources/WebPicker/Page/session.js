/** What the page knows of photopick: the view, the state, and the photos. */
import { ServerError, follow, getJSON, getShapes, post } from './server.js';
import { Photos, findPlace } from './photos.js';

/** How long photopick may be out of reach before the page says that it has ended, in milliseconds. */
const PATIENCE = 5000;
/** How often photopick is asked meanwhile whether it answers again, in milliseconds. */
const PAUSE = 2000;
/** A timer that is later than this has kept input waiting, too. */
const LATE = 100;
/** A button that is held longer makes no click. */
const LONGEST_PRESS = 3000;

/**
 * Events: `view` (other photos or another order; `detail.place` is the new position of the photo that stays in place),
 * `photos` (photos came or changed), `state`, `message` (`detail` is the text), `connection` (it was lost, it is lost
 * for good, or it is back), `failure` (the page is not allowed), `end`.
 */
export class Session extends EventTarget {
  /** The answer of ./view, with empty sections removed. */
  view;
  /** A byte per photo that tells its shape. */
  shapes = new Uint8Array();
  state = { revision: -1, picked: { count: 0 } };
  isConnected = true;
  isGone = false;
  /** The paths of the picks, in order, as far as photopick has told them: `{paths, count}`. */
  pickedPaths = { paths: [], count: 0 };
  failure;
  /** The photo that stays in place when the view changes: `{id, position, date, section}`. */
  keeper = () => undefined;

  #isOver = false;
  #held;
  #loading;
  #sent = Promise.resolve();
  #lastMessage = '';
  #stop = () => {};
  /** The action that waits: `{send, drop, stay}`. */
  #waiting;
  #patience;
  #asking;
  #pathsRevision = -1;
  #isAskingForPaths = false;
  /** The name of this page: messages that answer another page are not shown here. */
  #name = crypto.randomUUID();

  constructor() {
    super();
    this.photos = new Photos(
      () => this.#emit('photos'),
      () => this.loadView(),
    );
  }

  /** Tells of something; nothing more after the end. */
  #emit(type, detail) {
    if (this.#isOver) return;
    this.#isOver = type === 'end' || type === 'failure';
    if (this.#isOver) this.#endWaiting();
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  get count() {
    return this.shapes.length;
  }

  follow() {
    this.#stop = follow(
      (state) => this.#take(state, false),
      (isConnected) => this.#setConnected(isConnected),
      (error) => this.#fail(error),
    );
  }

  #fail(error) {
    this.failure = error.message;
    this.#stop();
    this.#emit('failure');
  }

  /** Fetches the view, and what belongs to it, until it is the one of now. */
  loadView() {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load() {
    for (;;) {
      try {
        const view = await getJSON('./view');
        this.#setConnected(true);
        const isFirst = !this.view;
        if (isFirst) {
          this.photos.reset(view.view, view.count);
          this.photos.want(0, 0);
        }
        const shapes = await getShapes(view.view);
        const kept = isFirst ? undefined : this.keeper();
        const place = kept && (await findPlace(kept, view));
        this.#setView(view, shapes, place, isFirst);
        if (!(this.state.view > view.view)) return;
      } catch (error) {
        if (error.status === 409) continue;
        if (error instanceof ServerError) this.#fail(error);
        else this.#setConnected(false);
        return;
      }
    }
  }

  #setView(view, shapes, place, isFirst) {
    view.sections = view.sections.filter((section) => section.count > 0);
    this.view = view;
    this.shapes = shapes;
    if (!isFirst) this.photos.reset(view.view, view.count);
    this.#emit('view', { place, isFirst });
  }

  holdPlace() {
    this.#held = this.keeper();
  }

  /** The next view goes back to the place that was remembered. */
  returnToPlace() {
    const held = this.#held;
    if (!held) return;
    const { keeper } = this;
    this.#held = undefined;
    this.keeper = () => {
      this.keeper = keeper;
      return held;
    };
  }

  /**
   * Sends an action after those before it, as soon as its photos are here; shows what photopick says.
   * Answers true if it was done.
   */
  send(action) {
    this.release();
    return this.#enqueue(action);
  }

  #enqueue(action) {
    const sent = this.#sent.then(() => this.#post(action));
    this.#sent = sent;
    return sent;
  }

  /**
   * Sends an action after a pause in milliseconds, or as soon as another one follows. Until then it can be dropped.
   * Answers true if it was done.
   */
  sendLater(action, pause) {
    this.release();
    return new Promise((resolve) => {
      let timer;
      const end = (answer) => {
        clearTimeout(timer);
        this.#waiting = undefined;
        resolve(answer);
      };
      const send = () => end(this.#enqueue(action));
      const due = performance.now() + pause;
      // After the page was busy, what was pressed meanwhile is handled first: it may be what drops the action.
      timer = setTimeout(() => {
        if (performance.now() < due + LATE) send();
        else timer = setTimeout(send, pause);
      }, pause);
      const stay = () => {
        clearTimeout(timer);
        timer = setTimeout(send, LONGEST_PRESS);
      };
      this.#waiting = { send, drop: () => end(false), stay };
    });
  }

  get isWaiting() {
    return Boolean(this.#waiting);
  }

  release() {
    this.#waiting?.send();
  }

  drop() {
    this.#waiting?.drop();
  }

  /** Lets the action that waits do so while a button is held. */
  stay() {
    this.#waiting?.stay();
  }

  /** Ends when all that was sent has been answered. */
  settled() {
    this.release();
    return this.#sent;
  }

  async #post(action) {
    const photos = {};
    for (const name of ['photo', 'from', 'to']) if (name in action) photos[name] = await action[name];
    if (this.state.ended) return false;
    if (Object.values(photos).includes(undefined)) {
      this.#emit('message', 'A photo could not be loaded, so that was not done. Try it again in a moment.');
      return false;
    }
    try {
      this.#take(await post({ ...action, ...photos, page: this.#name }), true);
      await this.#loading;
      return true;
    } catch (error) {
      if (error.status === 403) this.#fail(error);
      else if (error instanceof ServerError) this.#emit('message', error.message);
      else {
        this.#setConnected(false);
        this.#emit('message', 'The connection is lost, so that was not done. Try it again in a moment.');
      }
      return false;
    }
  }

  #take(state, isAnswer) {
    const isForThisPage = !state.page || state.page === this.#name;
    if (state.message && isForThisPage && (isAnswer || state.message !== this.#lastMessage)) {
      this.#emit('message', state.message);
    }
    this.#lastMessage = state.message ?? '';
    const before = this.state;
    if (state.revision < before.revision || state.view < before.view) return;
    this.state = state;
    this.#emit('state');
    this.#askForPaths();
    if (state.ended) {
      this.#stop();
      this.#emit('end');
    } else if (state.view !== this.view?.view) {
      this.photos.expire();
      this.loadView();
    } else if (state.revision !== before.revision) {
      this.photos.expire();
      this.#emit('photos');
    }
  }

  #setConnected(isConnected) {
    if (isConnected === this.isConnected) return;
    this.isConnected = isConnected;
    this.#endWaiting();
    if (isConnected) {
      this.isGone = false;
      this.photos.expire();
      this.loadView();
    } else {
      this.#asking = setInterval(() => this.loadView(), PAUSE);
      this.#patience = setTimeout(() => {
        this.isGone = true;
        this.#emit('connection');
      }, PATIENCE);
    }
    this.#emit('connection');
  }

  #endWaiting() {
    clearTimeout(this.#patience);
    clearInterval(this.#asking);
  }

  /** Fetches the paths of the picks after each change, one answer at a time: photopick may end at any moment. */
  async #askForPaths() {
    if (this.#isAskingForPaths || this.state.ended) return;
    this.#isAskingForPaths = true;
    while (this.state.revision !== this.#pathsRevision) {
      const { revision, picked } = this.state;
      try {
        this.pickedPaths = picked.count ? await getJSON('./picks') : { paths: [], count: 0 };
      } catch {
        break;
      }
      this.#pathsRevision = revision;
    }
    this.#isAskingForPaths = false;
  }

  /** The name by which photopick knows a photo; `undefined` if it is not here. */
  reference(position) {
    const photo = this.photos.at(position);
    return photo && { id: photo.id, position };
  }

  /** The same, or a promise of it while the photo is on its way: an action may name either. */
  awaited(position) {
    return this.reference(position) ?? this.photos.fetch(position).then((photo) => photo && this.reference(position));
  }
}
