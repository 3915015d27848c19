/** Asks for keywords, completed by those that the library has. */
import { getJSON } from './server.js';
import { makeClosing, showDialog } from './dialogs.js';
import { make, setActive } from './text.js';

/**
 * Asks for keywords for something.
 * @param {string} name `this photo`
 * @returns {Promise<string>} `Kyoto, -Tokyo`; empty to change nothing
 */
export async function askForKeywords(name) {
  const dialog = make('dialog', 'question');
  const form = make('form');
  form.method = 'dialog';
  const label = make('label', 'question-title', `Keywords for ${name}`);
  const input = make('input', 'field');
  const hint = make('p', 'dim', 'Kyoto, -Tokyo adds one and takes another off.');
  const list = make('ul', 'keyword-list');
  const buttons = make('div', 'buttons');
  buttons.append(makeClosing(dialog, 'button', 'Cancel'), make('button', 'button primary', 'Save'));
  input.id = 'keywords';
  label.htmlFor = input.id;
  input.autocomplete = 'off';
  input.setAttribute('aria-describedby', 'keywords-hint');
  hint.id = 'keywords-hint';
  list.id = 'keyword-list';
  list.role = 'listbox';
  list.ariaLabel = 'Keywords of the library';
  makeCombobox(input, list);
  form.append(label, input, list, hint, buttons);
  dialog.ariaLabel = label.textContent;
  dialog.append(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close(input.value.trim());
  });
  return showDialog(dialog, input);
}

/** The word at the end of a text, with the place where it begins. */
function lastWord(text) {
  const start = /[^,]*$/.exec(text).index;
  const word = /^\s*-?/.exec(text.slice(start))[0].length + start;
  return { start: word, word: text.slice(word) };
}

function makeCombobox(input, list) {
  let chosen = -1;
  input.role = 'combobox';
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-autocomplete', 'list');
  const choose = (index) => {
    chosen = index;
    setActive(input, list, index);
  };
  const show = (words) => {
    list.replaceChildren(...words.map((word, index) => makeEntry(word, index)));
    list.hidden = words.length === 0;
    input.ariaExpanded = String(words.length > 0);
    choose(-1);
  };
  const accept = (index) => {
    input.setRangeText(`${list.children[index].textContent}, `, lastWord(input.value).start, input.value.length, 'end');
    show([]);
  };
  input.addEventListener('input', async () => {
    const { value } = input;
    const { word } = lastWord(value);
    const words = word ? await getJSON(`./keywords?beginning=${encodeURIComponent(word)}`).catch(() => []) : [];
    if (input.value === value) show(words);
  });
  input.addEventListener('keydown', (event) => {
    const count = list.children.length;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!count) return;
    if (step) choose((chosen + step + count) % count);
    else if (event.key === 'Tab') accept(Math.max(chosen, 0));
    else if (event.key === 'Enter' && chosen >= 0) accept(chosen);
    else if (event.key === 'Escape') show([]);
    else return;
    event.preventDefault();
  });
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const index = [...list.children].indexOf(event.target);
    if (index >= 0) accept(index);
  });
  show([]);
}

function makeEntry(word, index) {
  const entry = make('li', 'completion', word);
  entry.role = 'option';
  entry.id = `keyword-${index}`;
  return entry;
}
