import { makeClosing, makeDialog, showDialog } from './dialogs.js';
import { make } from './text.js';

const KEYS = {
  Move: [
    ['← ↑ ↓ →, h j k l', 'one photo or row'],
    ['Page Up, Page Down', 'a screen'],
    ['Home, End', 'first and last photo'],
    ['+ −', 'larger and smaller tiles'],
  ],
  Pick: [
    ['Space, click', 'pick or unpick'],
    ['v … Space, Shift + arrows', 'a run: v, move, Space (Esc leaves it)'],
    ['Shift + click, drag', 'all photos from one to another'],
    ['a', 'all or none of the group'],
    ['A', 'all or none of what is shown'],
    ['o', 'return originals'],
  ],
  Look: [
    ['Enter, p, double click', 'the photo alone; arrows turn pages, Esc goes back'],
    ['+ − z', 'larger, smaller, its own pixels and back'],
    ['arrows, h j k l', 'move over the photo while it is larger'],
    ['V', 'the next picture of the shot: JPEG, RAW, edit'],
    ['i', 'facts and histogram'],
    ['e', 'show clipped parts, edges in focus, both, neither'],
    ['w', 'who: zoom to the next face in each photo'],
    ['c', 'compare 2 to 4: a run, or this and the next'],
  ],
  'Mark (in XMP files next to the photos)': [
    ['1 to 5, 0', 'stars, none'],
    ['x', 'reject'],
    ['K', 'keep this shot, reject the rest of its burst'],
    ['6 7 8 9 P', 'red, yellow, green, blue, purple; again takes it off'],
    ['t', 'keywords: Kyoto, -Tokyo; Tab completes'],
    ['D', 'move to the trash; u brings it back'],
    ['u', 'undo the last mark'],
    ['.', 'move to the next photo after each mark, or not'],
    ['*', 'the next mark goes to all picked photos'],
  ],
  Bursts: [
    ['S', 'collapse each burst to one photo, or expand them'],
    ['Enter', 'open a collapsed burst; Esc closes it'],
    ['M', 'make this photo the cover of its burst'],
  ],
  'Duplicates (g, Duplicate: copies and versions, the best first)': [
    ['B', 'keep the best of the group; the others go to the trash'],
    ['K', 'keep this one instead; u brings the others back'],
  ],
  See: [
    ['b, Backspace', 'albums; Enter opens one'],
    ['g s f', 'group, sort, filter'],
    ['F', 'the filter bar: arrows move, Space switches, Esc leaves'],
    ['/ n N', 'narrow: name, date, or as --where; next, previous'],
    ['Esc', 'clear the search'],
    ['r', 'read the folders again'],
  ],
  End: [
    ['d', 'done: return what is picked, else this photo'],
    ['q, Esc', 'cancel: return nothing'],
  ],
};

const CROP_KEYS = {
  'Crop (C in the full view)': [
    ['arrows, h j k l, drag', 'move it; with Shift by a pixel'],
    ['+ − 0, wheel, corners', 'larger, smaller, the largest in the middle'],
    ['Page Down, Page Up', 'the next photo, the previous one'],
    ['Enter, Esc', 'keep it, or leave it as it was'],
  ],
};

export async function showHelp(canCrop) {
  const dialog = makeDialog('help', 'Keys');
  const columns = make('section', 'help-columns', { tabIndex: 0, ariaLabel: 'Keys' });
  for (const [name, keys] of Object.entries(canCrop ? { ...KEYS, ...CROP_KEYS } : KEYS)) {
    const entries = keys.flatMap(([key, text]) => [make('dt', '', key), make('dd', '', text)]);
    columns.append(make('section', '', {}, make('h3', '', name), make('dl', '', {}, ...entries)));
  }
  const close = makeClosing(dialog, 'button primary', 'Close');
  dialog.append(columns, close);
  await showDialog(dialog, close);
}
