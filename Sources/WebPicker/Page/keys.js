/** The keys of the timeline; they are those of the picker in the terminal. */

const MOVES = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
  h: 'left', l: 'right', k: 'up', j: 'down',
  Home: 'first', End: 'last', PageUp: 'pageUp', PageDown: 'pageDown',
};

/** True if a key press belongs to what has the focus: a field, a menu, a dialog; or if all is over. */
export function isForControl(event) {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.body.classList.contains('ended')) return true;
  const { target } = event;
  if (target.closest('input, dialog, .menu')) return true;
  if (target.closest('video')) return event.key !== 'Escape';
  const isPress = event.key === 'Enter' || event.key === ' ';
  return isPress && Boolean(target.closest('button, a, [role=button]'));
}

export function handleTimelineKeys(commands, judging) {
  const { picks, ui } = commands;
  const commandOf = {
    ' ': () => commands.pick(),
    Enter: () => commands.open(),
    p: () => commands.open(),
    v: () => commands.toggleRun(),
    a: () => commands.pickSection(),
    A: () => picks.all(),
    o: () => commands.toggleOriginal(),
    c: () => commands.compare(),
    d: () => commands.done(),
    q: () => commands.cancel(),
    Escape: () => commands.escape(),
    n: () => commands.findNext(1),
    N: () => commands.findNext(-1),
    '/': () => ui.query.focus(),
    g: () => ui.openMenu('group'),
    s: () => ui.openMenu('sort'),
    f: () => ui.openMenu('filter'),
    b: () => ui.showAlbums(),
    Backspace: () => ui.showAlbums(),
    r: () => commands.refresh(),
    '+': () => commands.resize(1.25),
    '=': () => commands.resize(1.25),
    '-': () => commands.resize(0.8),
    '?': () => ui.help(),
  };
  return (event) => {
    if (isForControl(event)) return;
    const move = MOVES[event.key];
    if (move) commands.move(move, event.shiftKey);
    else if (Object.hasOwn(commandOf, event.key)) commandOf[event.key]();
    else if (!judging.handleKey(event.key, () => commands.target())) return;
    event.preventDefault();
  };
}
