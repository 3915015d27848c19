/** The request of an app: its title, filters, choices and label, or the form for saving files. */
import { ask } from './dialogs.js';
import { byId, make, photoCount } from './text.js';

/** Displays the controls of a request above the bar, or a form in place of the photos. */
export function showRequest(session) {
  const { request } = session.view;
  const area = byId('request');
  area.hidden = false;
  document.body.classList.add('has-request');
  if (request.purpose !== 'open') {
    showForm(session, request);
    return;
  }
  const controls = [...makeFilters(session, request), ...request.choices.map((choice) => makeChoice(session, choice))];
  area.replaceChildren(make('p', 'request-title', request.title || 'Choose photos'), ...controls);
}

function makeSelect(label, options, value, onChange) {
  const select = make('select', '', {}, ...options.map(([name, text]) => make('option', '', { value: name, textContent: text })));
  select.value = value;
  select.addEventListener('change', () => onChange(select.value));
  return make('label', 'request-control', {}, make('span', '', label), select);
}

function makeFilters(session, { filters, filter }) {
  if (filters.length < 2) return [];
  const options = filters.map((name, index) => [String(index), name]);
  const send = (index) => session.send({ action: 'appFilter', index: Number(index) });
  return [makeSelect('Files', options, String(filter ?? 0), send)];
}

function makeChoice(session, { name, label, options, value }) {
  const send = (chosen) => session.send({ action: 'appChoice', key: name, value: chosen });
  if (options.length) return makeSelect(label, options.map((option) => [option.name, option.label]), value, send);
  const box = make('input', '', { type: 'checkbox', checked: value === 'true' });
  box.addEventListener('change', () => send(String(box.checked)));
  return make('label', 'request-control', {}, box, make('span', '', label));
}

function showForm(session, request) {
  const options = request.folders.map((folder, index) => [String(index), folder]);
  const folder = makeSelect('Folder', options, '0', () => {});
  const name = make('input', '', { type: 'text', value: request.name ?? '', required: true, autocomplete: 'off' });
  const field = make('label', 'request-control', {}, make('span', '', 'Name'), name);
  const accept = make('button', 'button primary', request.accept || 'Save');
  const cancel = make('button', 'button', { type: 'button', textContent: 'Cancel' });
  cancel.addEventListener('click', () => session.send({ action: 'cancel' }));
  const choices = request.choices.map((choice) => makeChoice(session, choice));
  const isFile = request.purpose === 'saveFile';
  const title = request.title || (isFile ? 'Save a file' : `Save ${photoCount(request.count)}`);
  const buttons = make('div', 'buttons', {}, cancel, accept);
  const form = make('form', 'save-form', {}, make('h1', '', title), ...(isFile ? [field] : []), folder, ...choices, buttons);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    save(session, Number(folder.querySelector('select').value), isFile ? name.value : undefined);
  });
  byId('library').hidden = true;
  document.body.append(make('main', 'save', {}, form));
  (isFile ? name : accept).focus();
}

async function save(session, index, name, replaces = false) {
  const done = await session.send({ action: 'save', index, name, on: replaces });
  if (!done || session.state.ended || !session.state.exists) return;
  if (await ask(`${name} exists. Replace it?`, 'Replace', 'Keep it')) save(session, index, name, true);
}
