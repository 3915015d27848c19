/** The choices that bar and checklist edit. */
import { getJSON } from './server.js';

const PARTS = ['kinds', 'judged', 'labels'];

/**
 * The choices with the number of photos for each. `state` is 1 for included photos, -1 for excluded photos.
 *
 * Event: `change`.
 */
export class Filters extends EventTarget {
  kinds = [];
  judged = [];
  labels = [];
  /** The chips: `{part, name, title}`. */
  bar = [];
  #session;
  #known;
  #loading;
  #sending = 0;

  constructor(session) {
    super();
    this.#session = session;
    session.addEventListener('state', () => this.load());
  }

  /** Resolves when the choices are current. */
  load() {
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #load() {
    const session = this.#session;
    for (;;) {
      const { filters, ended } = session.state;
      if (filters === undefined || filters === this.#known || ended) return;
      try {
        this.#take(await getJSON('./filters'));
      } catch {
        return;
      }
      this.#known = filters;
    }
  }

  /** Updates the choices in place. What the user has changed since the request is current already. */
  #take(fresh) {
    for (const part of PARTS) {
      const known = new Map(this[part].map((choice) => [choice.name, choice]));
      this[part] = fresh[part].map((choice) => {
        const old = known.get(choice.name);
        const state = old && this.#sending ? old.state : choice.state;
        return Object.assign(old ?? {}, choice, { state });
      });
    }
    this.bar = fresh.bar;
    this.dispatchEvent(new Event('change'));
  }

  choice(part, name) {
    return this[part].find((choice) => choice.name === name);
  }

  /** Includes the photos of a choice, or removes the choice. */
  toggle(part, choice) {
    this.#set(part, choice, choice.state ? 0 : 1);
  }

  /** Includes the photos of a choice, then excludes them if it is a kind, then removes the choice. */
  advance(part, choice) {
    this.#set(part, choice, part === 'kinds' && choice.state === 1 ? -1 : choice.state ? 0 : 1);
  }

  clear() {
    for (const choice of PARTS.flatMap((part) => this[part])) choice.state = 0;
    this.#send();
  }

  #set(part, choice, state) {
    // A filter for stars is a minimum, so only one can be selected.
    const isNumber = ({ name }) => /^\d$/.test(name);
    if (part === 'judged' && isNumber(choice)) for (const other of this.judged.filter(isNumber)) other.state = 0;
    choice.state = state;
    this.#send();
  }

  async #send() {
    const names = (part) => this[part].filter(({ state }) => state).map(({ name, state }) => (state < 0 ? `!${name}` : name));
    this.dispatchEvent(new Event('change'));
    this.#sending += 1;
    await this.#session.send({ action: 'filter', kinds: names('kinds'), judged: names('judged'), labels: names('labels') });
    this.#sending -= 1;
    if (this.#sending) return;
    // If the action failed, the former filter applies.
    this.#known = undefined;
    this.load();
  }
}
