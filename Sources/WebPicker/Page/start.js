/** Starts what comes after the first photos: keys, pointers, bar, menus, events. */
import { Commands } from './commands.js';
import { Judging } from './judging.js';
import { Pointer } from './pointer.js';
import { handleTimelineKeys } from './keys.js';
import { showBar, showNotice } from './bar.js';
import { say, setBanner } from './toast.js';
import { byId } from './text.js';

/** Starts the parts of the page. */
export function start({ session, timeline, picks, cursor }) {
  const ui = makeUI({ session, timeline, cursor });
  const judging = new Judging(session, () => judging.advances && commands.move('right'));
  const commands = new Commands({ session, timeline, picks, cursor, judging, ui });
  new Pointer(timeline, picks, {
    pick: (position, isRange) => commands.pickAt(position, isRange),
    open: (position) => commands.open(position),
    move: (position) => (cursor.position = position),
  });
  document.addEventListener('keydown', handleTimelineKeys(commands, judging));
  document.addEventListener('keydown', () => document.body.classList.add('keyboard'), true);
  document.addEventListener('pointerdown', () => document.body.classList.remove('keyboard'), true);
  byId('done').addEventListener('click', () => commands.done());
  byId('cancel').addEventListener('click', () => commands.cancel());
  byId('stop').addEventListener('click', () => session.send({ action: 'stop' }));
  followSession(session);
  session.follow();
  timeline.grid.focus({ preventScroll: true });
}

function makeUI({ session, timeline, cursor }) {
  return {
    showActive: () => timeline.grid.setAttribute('aria-activedescendant', `photo-${cursor.position}`),
    openViewer() {},
    compare() {},
    focusQuery() {},
    openMenu() {},
    showAlbums() {},
    help() {},
    search: (text) => session.send({ action: 'search', text }),
  };
}

function followSession(session) {
  const update = () => {
    showBar(session);
    showNotice(session, () => clearFilters(session));
  };
  session.addEventListener('state', update);
  session.addEventListener('view', update);
  session.addEventListener('message', ({ detail }) => say(detail));
  session.addEventListener('connection', () => {
    setBanner(session.isConnected ? '' : 'The connection to photopick is lost. Trying again… What is picked stays picked.');
  });
  session.addEventListener('failure', async ({ detail }) => (await import('./end.js')).showFailure(detail));
  session.addEventListener('end', async () => (await import('./end.js')).showEnd(session));
  addEventListener('beforeunload', (event) => {
    if (session.state.picked.count && !session.state.ended) event.preventDefault();
  });
  update();
}

async function clearFilters(session) {
  await session.send({ action: 'filter', kinds: [], judged: [] });
  await session.send({ action: 'search', text: '' });
}
