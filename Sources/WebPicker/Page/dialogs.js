/** Messages and questions: a toast, a banner, dialogs. */
import { byId, make } from './text.js';

let timer;

/** Shows a message, for screen readers too. Longer messages remain longer. */
export function say(text) {
  const toast = byId('toast');
  if (toast.textContent !== text) toast.textContent = text;
  hideAfter(5000 + text.length * 60);
}

function hideAfter(time) {
  const toast = byId('toast');
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (toast.matches(':hover')) hideAfter(2000);
    else toast.textContent = '';
  }, time);
}

export function setBanner(text) {
  byId('banner').textContent = text;
  byId('banner').hidden = !text;
}

export function makeDialog(className, title) {
  return make('dialog', className, { ariaLabel: title }, make('h2', '', title));
}

export function makeClosing(dialog, className, text, answer = '') {
  const button = make('button', className, { type: 'button', textContent: text });
  button.addEventListener('click', () => dialog.close(answer));
  return button;
}

/** Shows a dialog and focuses an element. Resolves to the dialog's return value. */
export function showDialog(dialog, focused) {
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close(''));
    dialog.showModal();
    focused?.focus();
  });
}

/** @param {string} [again] the key that asked, which confirms too */
export async function ask(question, yes, no, again) {
  const dialog = makeDialog('question', question);
  const stay = makeClosing(dialog, 'button', no);
  dialog.append(make('div', 'buttons', {}, stay, makeClosing(dialog, 'button primary', yes, 'yes')));
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'y' || key === again) dialog.close('yes');
    if (key === 'n') dialog.close('');
  });
  return (await showDialog(dialog, stay)) === 'yes';
}
