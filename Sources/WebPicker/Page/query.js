/** The query box: narrows while one types, and completes (the combobox pattern of ARIA). */
import { getJSON } from './server.js';
import { byId, make, setActive } from './text.js';

const PAUSE = 150;

export class QueryBox {
  #input = byId('query');
  #list = byId('completions');
  #clear = byId('clear-query');
  #answer = { from: 0, to: 0, items: [], text: '' };
  #chosen = -1;
  #asking = new AbortController();
  #timer;

  /**
   * @param {Session} session
   * @param {() => void} onLeave the keys go back to the photos
   */
  constructor(session, onLeave) {
    this.session = session;
    this.onLeave = onLeave;
    const input = this.#input;
    input.addEventListener('input', () => {
      this.#complete();
      this.#searchSoon();
    });
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('focus', () => {
      if (session.view && !session.view.search) session.holdPlace();
      this.#complete();
    });
    input.addEventListener('blur', () => this.#close());
    this.#list.addEventListener('pointerdown', (event) => this.#press(event));
    this.#clear.addEventListener('click', () => this.search(''));
    session.addEventListener('view', () => this.#follow());
    this.#follow();
  }

  focus() {
    this.#input.focus();
    this.#input.select();
  }

  search(text) {
    clearTimeout(this.#timer);
    this.#input.value = text;
    this.#clear.hidden = !text;
    if (!text && this.session.view.search) this.session.returnToPlace();
    this.session.send({ action: 'search', text });
    if (!text) this.#leave();
  }

  /** Shows the query of the view unless somebody types. */
  #follow() {
    if (document.activeElement === this.#input) return;
    this.#input.value = this.session.view?.search ?? '';
    this.#clear.hidden = !this.#input.value;
  }

  #searchSoon() {
    this.#clear.hidden = !this.#input.value;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.session.send({ action: 'search', text: this.#input.value }), PAUSE);
  }

  async #complete() {
    this.#asking.abort();
    this.#asking = new AbortController();
    const text = this.#input.value;
    try {
      const address = `./completions?text=${encodeURIComponent(text)}&caret=${this.#input.selectionStart}`;
      this.#answer = { ...(await getJSON(address, this.#asking.signal)), text };
      if (document.activeElement === this.#input) this.#show();
    } catch {
      // The next letter asks again.
    }
  }

  #show() {
    const entries = this.#answer.items.map((item, index) => {
      const entry = make('li', 'completion');
      entry.role = 'option';
      entry.id = `completion-${index}`;
      entry.append(make('span', '', item.text), make('span', 'dim', item.note ?? ''));
      return entry;
    });
    this.#list.replaceChildren(...entries);
    this.#list.hidden = entries.length === 0;
    this.#input.ariaExpanded = String(entries.length > 0);
    this.#choose(-1);
  }

  #choose(index) {
    this.#chosen = index;
    setActive(this.#input, this.#list, index);
  }

  #close() {
    this.#asking.abort();
    this.#answer = { from: 0, to: 0, items: [], text: '' };
    this.#show();
  }

  /** Puts a completion in its place; that of a text which goes on meanwhile is asked for first. */
  async #accept(index) {
    const isLate = this.#answer.text !== this.#input.value;
    if (isLate) await this.#complete();
    const { from, to, items, text } = this.#answer;
    if (isLate && (text !== this.#input.value || !items.length)) return;
    if (isLate) index = 0;
    this.#input.setRangeText(items[index].text, from, to, 'end');
    this.#searchSoon();
    this.#complete();
  }

  #press(event) {
    event.preventDefault();
    const entry = event.target.closest('.completion');
    if (entry) this.#accept([...this.#list.children].indexOf(entry));
  }

  #leave() {
    this.#close();
    this.onLeave();
  }

  #key(event) {
    const { items } = this.#answer;
    const isOpen = items.length > 0;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isOpen) {
      const count = items.length + 1;
      this.#choose(((this.#chosen + 1 + step + count) % count) - 1);
    } else if (event.key === 'Tab' && isOpen && !event.shiftKey) this.#accept(Math.max(this.#chosen, 0));
    else if (event.key === 'Enter') {
      if (this.#chosen >= 0) this.#accept(this.#chosen);
      else {
        this.search(this.#input.value);
        this.#leave();
      }
    } else if (event.key === 'ArrowDown') this.#leave();
    else if (event.key === 'Escape') {
      if (isOpen) this.#close();
      else this.search('');
    } else return;
    event.preventDefault();
  }
}
