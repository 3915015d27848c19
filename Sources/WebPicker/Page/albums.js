/** The albums: posters with name, count, years and folder. */
import { isForControl } from './commands.js';
import { thumbnailAddress } from './server.js';
import { byId, icon, make, photoCount } from './text.js';

/** Displays the albums over the timeline, and follows the library. Returns the key handler. */
export function showAlbums(session, onClose) {
  const section = byId('albums');
  const title = make('h2', '', { id: 'albums-title', textContent: 'Albums' });
  const back = make('button', 'icon-button', { ariaLabel: 'Back to the photos' }, icon('back'));
  const count = make('span', 'count');
  const head = make('div', 'albums-head', {}, back, title, count);
  const list = make('ul', 'albums-list');
  const close = () => {
    session.removeEventListener('view', fill);
    section.hidden = true;
    section.replaceChildren();
    byId('timeline').inert = false;
    onClose();
  };
  const open = ({ folder, index }) => {
    session.send({ action: 'album', folder, index });
    close();
  };
  let items = [];
  const fill = () => {
    const wasEmpty = !items.length;
    const focused = document.activeElement.closest('#albums li');
    items = makeItems(session.view, items, open);
    list.replaceChildren(...items);
    count.textContent = items.length.toLocaleString('en');
    const same = focused && items.find(({ folder }) => folder === focused.folder);
    if (same) same.firstChild.focus({ preventScroll: true });
    else if (focused || (wasEmpty && !document.activeElement.closest('input'))) {
      (list.querySelector('[aria-current]') ?? back).focus();
    }
  };
  section.replaceChildren(head, list);
  section.hidden = false;
  byId('timeline').inert = true;
  back.addEventListener('click', close);
  session.addEventListener('view', fill);
  fill();
  return (event) => handleKey(event, [...list.querySelectorAll('button')], close);
}

/** Returns the items of all albums, reusing equal ones. */
function makeItems(view, before, open) {
  const known = new Map(before.map((item) => [item.shown, item]));
  return view.albums.map((album, index) => {
    const isCurrent = index === view.album;
    const shown = JSON.stringify([album, isCurrent]);
    const item = known.get(shown) ?? makeAlbum(album, isCurrent, open);
    known.delete(shown);
    return Object.assign(item, { shown, index, folder: album.folder });
  });
}

function makeAlbum(album, isCurrent, open) {
  const button = make('button', 'album');
  const item = make('li', '', {}, button);
  if (isCurrent) button.setAttribute('aria-current', 'true');
  const poster = make('span', 'poster');
  if (album.poster) {
    poster.append(make('img', '', { alt: '', loading: 'lazy', src: thumbnailAddress(album.poster.id, 240) }));
  }
  const facts = [photoCount(album.count), album.years].filter(Boolean).join(' · ');
  button.append(poster, make('span', 'album-name', album.name), make('span', 'dim', facts));
  if (album.folder) {
    // Shorten long paths at the start: their ends distinguish them.
    button.append(make('span', 'dim folder', {}, make('bdi', '', album.folder)));
  }
  button.addEventListener('click', () => open(item));
  return item;
}

function handleKey(event, buttons, close) {
  if (isForControl(event)) return;
  const { key } = event;
  const index = buttons.indexOf(document.activeElement);
  const columns = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
  const step = {
    ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1, ArrowUp: -columns, k: -columns, ArrowDown: columns, j: columns,
    Home: -buttons.length, End: buttons.length,
  }[key];
  if (step) {
    const next = index + step;
    const isInside = next >= 0 && next < buttons.length;
    if (isInside || Math.abs(step) === buttons.length) {
      buttons[Math.max(0, Math.min(next, buttons.length - 1))].focus();
    }
  } else if (key === 'Escape' || key === 'q' || key === 'b' || key === 'Backspace') close();
  else return;
  event.preventDefault();
}
