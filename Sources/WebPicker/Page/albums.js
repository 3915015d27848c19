/** The albums: posters with name, count, years and folder. */
import { isForControl } from './keys.js';
import { thumbnailAddress } from './server.js';
import { byId, icon, make, photoCount } from './text.js';

/** Shows the albums over the timeline. Answers what answers their keys. */
export function showAlbums(session, onClose) {
  const section = byId('albums');
  const title = make('h2', '', 'Albums');
  title.id = 'albums-title';
  const back = make('button', 'icon-button');
  back.ariaLabel = 'Back to the photos';
  back.append(icon('back'));
  const head = make('div', 'albums-head');
  head.append(back, title, make('span', 'count', session.view.albums.length.toLocaleString('en')));
  const list = make('ul', 'albums-list');
  const open = (index) => {
    session.send({ action: 'album', index });
    hide(onClose);
  };
  list.append(...session.view.albums.map((album, index) => makeAlbum(album, index, session.view.album, open)));
  section.replaceChildren(head, list);
  section.hidden = false;
  byId('timeline').inert = true;
  back.addEventListener('click', () => hide(onClose));
  const own = list.querySelector('[aria-current]') ?? back;
  own.focus();
  return (event) => handleKey(event, [...list.querySelectorAll('button')], onClose);
}

function hide(onClose) {
  byId('albums').hidden = true;
  byId('albums').replaceChildren();
  byId('timeline').inert = false;
  onClose();
}

function makeAlbum(album, index, current, open) {
  const item = make('li');
  const button = make('button', 'album');
  if (index === current) button.setAttribute('aria-current', 'true');
  const poster = make('span', 'poster');
  if (album.poster) {
    const image = make('img');
    image.alt = '';
    image.loading = 'lazy';
    image.src = thumbnailAddress(album.poster.id, 240);
    poster.append(image);
  }
  const facts = [photoCount(album.count), album.years].filter(Boolean).join(' · ');
  button.append(poster, make('span', 'album-name', album.name), make('span', 'dim', facts));
  if (album.folder) button.append(make('span', 'dim folder', album.folder));
  button.addEventListener('click', () => open(index));
  item.append(button);
  return item;
}

function handleKey(event, buttons, onClose) {
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
  } else if (key === 'Escape' || key === 'q' || key === 'b' || key === 'Backspace') hide(onClose);
  else return;
  event.preventDefault();
}
