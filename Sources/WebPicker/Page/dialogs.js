/** Dialogs: a question, and the help. */
import { make } from './text.js';

/** Shows a dialog until it is closed; removes it then. */
export function showDialog(dialog) {
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close(''));
    dialog.showModal();
  });
}

/** Asks whether to do something; true for yes. */
export async function ask(question, yes, no) {
  const dialog = make('dialog', 'question');
  const title = make('h2', '', question);
  title.id = 'question-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const buttons = make('div', 'buttons');
  const [stay, go] = [make('button', 'button', no), make('button', 'button primary', yes)];
  stay.addEventListener('click', () => dialog.close(''));
  go.addEventListener('click', () => dialog.close('yes'));
  buttons.append(stay, go);
  dialog.append(title, buttons);
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'y' || key === 'q') dialog.close('yes');
    if (key === 'n') dialog.close('');
  });
  const answer = showDialog(dialog);
  stay.focus();
  return (await answer) === 'yes';
}
