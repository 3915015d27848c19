/** Says things: in a live region that screen readers read, on the screen long enough to be read. */
import { byId } from './text.js';

let timer;

/** Shows a message for a while; a longer one stays longer. */
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

/** Shows a banner that stays until it is taken away with an empty text. */
export function setBanner(text) {
  byId('banner').textContent = text;
  byId('banner').hidden = !text;
}
