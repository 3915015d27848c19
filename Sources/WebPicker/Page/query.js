/** Fields with completion: the query box, which searches as the user types, and the keyword dialog. */
import { makeClosing, showDialog } from './dialogs.js';
import { getJSON } from './server.js';
import { byId, make } from './text.js';

const PAUSE = 150;

/** The completions of a field (the combobox pattern of ARIA). */
class Completions {
  index = -1;

  constructor(input, list, onPress) {
    this.input = input;
    this.list = list;
    list.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const entry = event.target.closest('.completion');
      if (entry) onPress([...list.children].indexOf(entry));
    });
  }

  get count() {
    return this.list.children.length;
  }

  show(entries) {
    entries.forEach((entry, index) => Object.assign(entry, { role: 'option', id: `${this.list.id}-${index}` }));
    this.list.replaceChildren(...entries);
    this.list.hidden = entries.length === 0;
    this.input.ariaExpanded = String(entries.length > 0);
    this.choose(-1);
  }

  choose(index) {
    this.index = index;
    [...this.list.children].forEach((entry, place) => (entry.ariaSelected = String(place === index)));
    const active = this.list.children[index];
    if (active) this.input.setAttribute('aria-activedescendant', active.id);
    else this.input.removeAttribute('aria-activedescendant');
    active?.scrollIntoView({ block: 'nearest' });
  }
}

export class QueryBox {
  #input = byId('query');
  #list = new Completions(this.#input, byId('completions'), (index) => this.#accept(index));
  #clear = byId('clear-query');
  #answer = { from: 0, to: 0, items: [], text: '' };
  #asking = new AbortController();
  #timer;

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

  /** Displays the current query, unless the field has the focus. */
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
      // The next input event retries.
    }
  }

  #show() {
    const texts = ({ text, note }) => [make('span', '', text), make('span', 'dim', note ?? '')];
    this.#list.show(this.#answer.items.map((item) => make('li', 'completion', {}, ...texts(item))));
  }

  #close() {
    this.#asking.abort();
    this.#answer = { from: 0, to: 0, items: [], text: '' };
    this.#show();
  }

  /** Inserts a completion. If the input has changed, requests new completions first. */
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
      this.#list.choose(((this.#list.index + 1 + step + count) % count) - 1);
    } else if (event.key === 'Tab' && isOpen && !event.shiftKey) this.#accept(Math.max(this.#list.index, 0));
    else if (event.key === 'Enter') {
      if (this.#list.index >= 0) this.#accept(this.#list.index);
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

/**
 * Asks for keywords.
 * @param {string} name such as `this photo`
 * @returns {Promise<string>} such as `Kyoto, -Tokyo`; empty for no change
 */
export async function askForKeywords(name) {
  const dialog = make('dialog', 'question');
  const label = make('label', 'question-title', { textContent: `Keywords for ${name}`, htmlFor: 'keywords' });
  const input = make('input', 'field', { id: 'keywords', autocomplete: 'off', role: 'combobox' });
  const text = 'Kyoto, -Tokyo adds one and takes another off.';
  const hint = make('p', 'dim', { id: 'keywords-hint', textContent: text });
  const list = make('ul', 'keyword-list', { id: 'keyword-list', role: 'listbox', ariaLabel: 'Keywords of the library' });
  const buttons = make('div', 'buttons');
  buttons.append(makeClosing(dialog, 'button', 'Cancel'), make('button', 'button primary', 'Save'));
  input.setAttribute('aria-describedby', hint.id);
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-autocomplete', 'list');
  completeKeywords(input, list);
  const form = make('form', '', { method: 'dialog' }, label, input, list, hint, buttons);
  dialog.ariaLabel = label.textContent;
  dialog.append(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close(input.value.trim());
  });
  return showDialog(dialog, input);
}

function lastWord(text) {
  const start = /[^,]*$/.exec(text).index;
  const word = /^\s*-?/.exec(text.slice(start))[0].length + start;
  return { start: word, word: text.slice(word) };
}

function completeKeywords(input, list) {
  const completions = new Completions(input, list, (index) => accept(index));
  const accept = (index) => {
    input.setRangeText(`${list.children[index].textContent}, `, lastWord(input.value).start, input.value.length, 'end');
    completions.show([]);
  };
  input.addEventListener('input', async () => {
    const { value } = input;
    const { word } = lastWord(value);
    const words = word ? await getJSON(`./keywords?beginning=${encodeURIComponent(word)}`).catch(() => []) : [];
    if (input.value === value) completions.show(words.map((keyword) => make('li', 'completion', keyword)));
  });
  input.addEventListener('keydown', (event) => {
    const { count, index } = completions;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!count) return;
    if (step) completions.choose((index + step + count) % count);
    else if (event.key === 'Tab') accept(Math.max(index, 0));
    else if (event.key === 'Enter' && index >= 0) accept(index);
    else if (event.key === 'Escape') completions.show([]);
    else return;
    event.preventDefault();
  });
  completions.show([]);
}
