/** Menus, albums, full view and help, each loaded on first use. */
import { byId } from './text.js';

export class Interface {
  #viewer;
  #opening;
  #handleAlbumsKey;

  constructor(parts) {
    Object.assign(this, parts);
    for (const name of ['group', 'sort', 'filter', 'more', 'mark']) {
      byId(`${name}-button`).addEventListener('click', () => this.openMenu(name));
    }
    byId('albums-button').addEventListener('click', () => this.showAlbums());
    this.session.addEventListener('view', () => this.#showView());
    this.#showView();
  }

  get viewer() {
    return this.#viewer?.isOpen ? this.#viewer : undefined;
  }

  /** Handles a key if an overlay is open. Returns `false` if none is. */
  handleKey(event) {
    if (this.viewer) this.viewer.handleKey(event);
    else if (this.#handleAlbumsKey) this.#handleAlbumsKey(event);
    else return false;
    return true;
  }

  #showView() {
    const { view } = this.session;
    if (!view) return;
    byId('album-title').textContent = view.title || 'photopick';
    byId('filter-button').classList.toggle('on', Boolean(view.filters));
  }

  focusGrid() {
    this.timeline.grid.focus({ preventScroll: true });
  }

  async openMenu(name) {
    const { session } = this;
    if (!session.view) return;
    const button = byId(`${name}-button`);
    if (name === 'filter') {
      await (await import('./menus.js')).openFilters(button, this.filters);
      return;
    }
    if (name === 'mark') {
      await session.settled();
      (await import('./menus.js')).openMarks(button, this.judging);
      return;
    }
    const { openMenu } = await import('./menus.js');
    const { grouping, groupings, order, orders } = session.view;
    if (name === 'group') openMenu(button, 'Groups', this.#choices(groupings, grouping, (by) => ({ action: 'group', by })));
    else if (name === 'sort') openMenu(button, 'Order', this.#choices(orders, order, (by) => ({ action: 'sort', by })));
    else openMenu(button, 'More', this.#moreItems());
  }

  #choices(choices, current, action) {
    return choices.map(({ name, title }) => ({
      name: title,
      isRadio: true,
      isChecked: name === current,
      run: () => this.session.send(action(name)),
    }));
  }

  #moreItems() {
    const { commands, judging, session } = this;
    return [
      { name: 'Pick all or none', key: 'A', run: () => commands.picks.all() },
      {
        name: 'Return originals',
        key: 'o',
        isChecked: Boolean(session.state.original),
        run: () => commands.toggleOriginal(),
      },
      { name: 'Larger tiles', key: '+', run: () => commands.resize(1.25) },
      { name: 'Smaller tiles', key: '-', run: () => commands.resize(0.8) },
      { name: 'Compare', key: 'c', run: () => commands.compare() },
      {
        name: 'Collapse bursts',
        key: 'S',
        isChecked: Boolean(session.view.collapsesBursts),
        run: () => session.send({ action: 'toggleBursts' }),
      },
      { name: 'Keep the best duplicate', key: 'B', run: () => commands.keep(true) },
      { name: 'Move to the trash', key: 'D', run: () => judging.trash(commands.target()) },
      { name: 'Undo the last mark', key: 'u', run: () => session.send({ action: 'undo' }) },
      { name: 'Read again', key: 'r', run: () => session.send({ action: 'rescan' }) },
      { name: 'Keys', key: '?', run: () => this.help() },
    ];
  }

  async showAlbums() {
    if (!this.session.view) return;
    const { showAlbums } = await import('./albums.js');
    if (this.#handleAlbumsKey) return;
    this.#handleAlbumsKey = showAlbums(this.session, () => {
      this.#handleAlbumsKey = undefined;
      this.focusGrid();
    });
  }

  async help() {
    (await import('./help.js')).showHelp(this.session.view?.canCrop);
  }

  async openViewer(positions) {
    this.#opening ??= this.#makeViewer();
    await this.#opening;
    this.#viewer.open(positions);
  }

  async #makeViewer() {
    const { Viewer } = await import('./viewer.js');
    const { session, picks, cursor, commands, judging } = this;
    const onClose = (position) => {
      cursor.position = position;
      this.timeline.reveal(position);
      this.focusGrid();
    };
    this.#viewer = new Viewer({ session, picks, cursor, commands, judging, onClose });
  }
}
