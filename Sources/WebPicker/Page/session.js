/** The client side of the picker: view, state and photos. */
import { ServerError, follow, getJSON, getShapes, post } from './server.js';
import { Photos, findPlace } from './photos.js';

/** The time after losing the connection when photopick counts as exited, in milliseconds. */
const PATIENCE = 5000;
const PAUSE = 2000;
/** A timer that fires later than this has delayed input events too. */
const LATE = 100;
/** The longest press that is still a click. */
const LONGEST_PRESS = 3000;

/**
 * Events: `view` (photos or their order changed; `detail.place` is the new position of the anchor photo), `photos`
 * (photos arrived or changed), `state`, `message` (`detail` is the message), `connection` (lost, given up or restored),
 * `question` (`detail` is `{text, verb}`; the action `answer` follows), `failure` (photopick refuses the page), `end`.
 */
export class Session extends EventTarget {
  /** The response of ./view, with empty sections removed. */
  view;
  shapes = new Uint8Array();
  state = { revision: -1, picked: { count: 0 } };
  isConnected = true;
  isGone = false;
  /** The last received paths of the picks, in order: `{paths, count}`. */
  pickedPaths = { paths: [], count: 0 };
  failure;
  /** Returns the photo that stays in place when the view changes: `{id, position, date, section}`. */
  keeper = () => undefined;

  #isOver = false;
  #held;
  #loading;
  #sent = Promise.resolve();
  #lastMessage = '';
  #stop = () => {};
  /** The delayed action: `{send, drop, stay}`; `stay` extends the delay while a button is pressed. */
  waiting;
  #patience;
  #asking;
  #pathsRevision = -1;
  #isAskingForPaths = false;
  /** Identifies this page, which ignores messages for other pages. */
  #name = crypto.randomUUID();

  constructor() {
    super();
    this.photos = new Photos(
      () => this.#emit('photos'),
      () => this.loadView(),
    );
  }

  /** Dispatches an event, unless the session has ended. */
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

  /** Fetches sections and shapes until they are current. */
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

  /** The next view scrolls to the saved place. */
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

  /** Sends an action after all previous actions, once its photos are loaded. Resolves to `false` on failure. */
  send(action) {
    this.waiting?.send();
    return this.#enqueue(action);
  }

  #enqueue(action) {
    const sent = this.#sent.then(() => this.#post(action));
    this.#sent = sent;
    return sent;
  }

  /**
   * Sends an action after a delay in milliseconds, or before the next action. It can be dropped until then. Resolves to
   * `false` on failure.
   */
  sendLater(action, pause) {
    this.waiting?.send();
    return new Promise((resolve) => {
      let timer;
      const end = (answer) => {
        clearTimeout(timer);
        this.waiting = undefined;
        resolve(answer);
      };
      const send = () => end(this.#enqueue(action));
      const due = performance.now() + pause;
      // If the page was busy, handle queued input first: it may drop the action.
      timer = setTimeout(() => {
        if (performance.now() < due + LATE) send();
        else timer = setTimeout(send, pause);
      }, pause);
      const stay = () => {
        clearTimeout(timer);
        timer = setTimeout(send, LONGEST_PRESS);
      };
      this.waiting = { send, drop: () => end(false), stay };
    });
  }

  settled() {
    this.waiting?.send();
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
    if (isAnswer && state.question) this.#emit('question', state.question);
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

  /** Fetches the paths of the picks after each change, one request at a time, since photopick may exit at any moment. */
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

  /** Returns the reference of the photo at a position; `undefined` if it is not loaded. */
  reference(position) {
    const photo = this.photos.at(position);
    return photo && { id: photo.id, position };
  }

  /** Returns the reference, or a promise of it while the photo is loading. Actions accept both. */
  awaited(position) {
    return this.reference(position) ?? this.photos.fetch(position).then((photo) => photo && this.reference(position));
  }
}
