/** A toolbar of chips for ratings, labels and formats, with the number of photos for each. */
import { byId, labelClass, make } from './text.js';

export class FilterBar {
  #filters;
  #onLeave;
  #bar = byId('filter-bar');
  #chips = new Map();
  #current;

  /** @param {() => void} onLeave moves the focus to the photos */
  constructor(session, filters, onLeave) {
    this.#filters = filters;
    this.#onLeave = onLeave;
    filters.addEventListener('change', () => this.#show());
    // An opened burst contains the shots that matched.
    const showView = () => (this.#bar.hidden = Boolean(session.view?.isBurst));
    session.addEventListener('view', showView);
    showView();
    this.#bar.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#bar.addEventListener('focusin', ({ target }) => this.#select(target.closest('.chip')));
  }

  focus() {
    this.#current?.focus();
  }

  #show() {
    const chips = this.#filters.bar.map(({ part, name, title }) => {
      const key = `${part}:${name}`;
      if (!this.#chips.has(key)) this.#chips.set(key, this.#makeChip(part, name, title));
      return this.#chips.get(key);
    });
    for (const chip of chips) chip.show();
    const shown = [...this.#bar.children];
    if (shown.length !== chips.length || shown.some((chip, index) => chip !== chips[index])) {
      const isFocused = this.#bar.contains(document.activeElement);
      this.#bar.replaceChildren(...chips);
      if (isFocused && !chips.includes(this.#current)) this.#onLeave();
      else if (isFocused) this.#current.focus();
    }
    this.#select(chips.includes(this.#current) ? this.#current : chips[0]);
  }

  #makeChip(part, name, title) {
    const label = make('span', `name ${part === 'labels' ? `label ${labelClass(name)}` : ''}`, title);
    const [state, count] = [make('span', 'hidden-text'), make('span', 'count')];
    const chip = make('button', 'chip', { tabIndex: -1 }, label, state, count);
    const choice = () => this.#filters.choice(part, name);
    chip.show = () => {
      const { state: value, count: number } = choice() ?? { state: 0, count: 0 };
      chip.ariaPressed = value < 0 ? 'mixed' : String(value > 0);
      state.textContent = value < 0 ? ' left out ' : ' ';
      count.textContent = number.toLocaleString('en');
      chip.classList.toggle('empty', !number);
    };
    chip.addEventListener('click', () => {
      if (choice()) this.#filters.toggle(part, choice());
    });
    return chip;
  }

  /** Only one chip takes part in the order of Tab; arrows reach the others. */
  #select(chip) {
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = chip ?? undefined;
    if (chip) chip.tabIndex = 0;
  }

  #handleKey(event) {
    const chips = [...this.#bar.children];
    const index = chips.indexOf(this.#current);
    const { length } = chips;
    const places = { ArrowLeft: (index + length - 1) % length, ArrowRight: (index + 1) % length, Home: 0, End: length - 1 };
    if (Object.hasOwn(places, event.key)) chips[places[event.key]]?.focus();
    else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(event.key)) this.#onLeave();
    else return;
    event.preventDefault();
  }
}
