/** The full view: one photo, or 2 to 4 photos side by side. */
import { CropControls, FactsPanel, JudgingControls, TopControls, clippedText } from './controls.js';
import { GROWTH } from './crop.js';
import { Gestures } from './gestures.js';
import { isForControl } from './commands.js';
import { Stage, pictureAddress } from './stage.js';
import { describe } from './tiles.js';
import { say } from './dialogs.js';
import { byId, icon, make } from './text.js';
import { ZOOM_STEP } from './zoom.js';

const PAN = 120;
/** The names of the overlays by number. */
const AIDS = [
  'No overlay.', 'Red: clipped highlights. Blue: clipped shadows.', 'Green: edges in focus.',
  'Red and blue: clipped. Green: edges in focus.',
];
/** Turning pages faster than this, in milliseconds, loads only the last picture. */
const QUICK = 150;

const TURNS = {
  ArrowLeft: [-1, 0], h: [-1, 0], ArrowUp: [0, -1], k: [0, -1],
  ArrowRight: [1, 0], l: [1, 0], ArrowDown: [0, 1], j: [0, 1],
};

/** Actions by key. */
const KEYS = {
  ' ': 'pick', i: 'info', c: 'compare', C: 'crop', '+': 'larger', '=': 'larger', '-': 'smaller', z: 'zoom',
  Home: 'first', End: 'last', PageUp: 'previous', PageDown: 'next', o: 'original', d: 'done', '?': 'help',
  Enter: 'close', p: 'close', q: 'close', Escape: 'close', e: 'aids', w: 'face',
  V: 'picture',
};
/** Actions by key while the crop is being moved. */
const CROP_KEYS = {
  ' ': 'pick', '+': 'largerCrop', '=': 'largerCrop', '-': 'smallerCrop', 0: 'resetCrop',
  PageUp: 'previous', PageDown: 'next', d: 'done', '?': 'help',
  Enter: 'keepCrop', C: 'keepCrop', Escape: 'undoCrop', q: 'undoCrop', Backspace: 'undoCrop',
};

export class Viewer {
  isOpen = false;
  #element = byId('viewer');
  #stages = make('div', 'stages');
  #spoken = make('p', 'hidden-text', { role: 'status' });
  #facts = new FactsPanel();
  #all = [];
  #positions = [];
  #focus = 0;
  #lastTurn = 0;
  #ahead = [];
  #isCropping = false;
  #aids = 0;
  #clipped;
  /** The number of the face that each stage shows, modulo the number of its faces. */
  #face;
  /** The kind of picture that shots display; `undefined` for the best one of each. */
  #kind;

  constructor(parts) {
    Object.assign(this, parts);
    const { judging } = this;
    this.top = new TopControls((name) => this.#run(name));
    this.bottom = new JudgingControls(
      (change) => judging.judge(change, this.target),
      () => judging.askForKeywords(this.target),
    );
    this.cropControls = new CropControls((name) => this.#run(name));
    const turns = [this.#makeTurn(-1, 'Previous photo', 'left'), this.#makeTurn(1, 'Next photo', 'right')];
    const body = make('div', 'viewer-body', {}, this.#stages, ...turns, this.#facts.element);
    this.#element.append(this.top.element, body, this.bottom.element, this.cropControls.element, this.#spoken);
    this.#element.tabIndex = -1;
    this.#makeGestures();
    for (const type of ['photos', 'state']) this.session.addEventListener(type, () => this.update());
    addEventListener('pagehide', () => this.#flushCrops());
    this.session.addEventListener('view', ({ detail }) => this.isOpen && this.#follow(detail.place));
  }

  get position() {
    return this.#positions[this.#focus];
  }

  get target() {
    return this.session.awaited(this.position);
  }

  get #stage() {
    return this.#all[this.#focus];
  }

  open(positions, focus = 0) {
    this.isOpen = true;
    this.#element.hidden = false;
    byId('library').inert = true;
    this.#positions = positions;
    this.#face = undefined;
    this.#focus = focus;
    while (this.#all.length > positions.length) {
      const stage = this.#all.pop();
      stage.clear();
      stage.element.remove();
    }
    while (this.#all.length < positions.length) this.#addStage();
    this.#stages.dataset.count = positions.length;
    this.#element.focus({ preventScroll: true });
    this.#show();
  }

  #addStage() {
    const stage = new Stage(
      (loaded) => loaded === this.#stage && this.#pictureIsThere(),
      (photo, frame) => this.#sendCrop(photo, frame),
    );
    stage.element.addEventListener('pointerdown', () => this.#setFocus(this.#all.indexOf(stage)));
    stage.aids = this.#aids;
    this.#all.push(stage);
    this.#stages.append(stage.element);
  }

  close() {
    this.isOpen = false;
    this.#isCropping = false;
    for (const stage of this.#all) stage.clear();
    this.#ahead = [];
    this.#kind = undefined;
    this.#element.hidden = true;
    byId('library').inert = false;
    this.onClose(this.position);
  }

  async #show(keepsPlace = false) {
    const positions = this.#positions;
    const photos = await Promise.all(positions.map((position) => this.session.photos.fetch(position)));
    if (positions !== this.#positions || !this.isOpen || !photos[0]) return;
    const now = performance.now();
    const delay = now - this.#lastTurn < QUICK ? QUICK : 0;
    this.#lastTurn = now;
    const pictures = this.#pictures(photos);
    pictures.forEach((picture, index) => picture && this.#all[index].show(picture, delay, keepsPlace));
    this.#showFacts();
    this.#facts.show(pictures[this.#focus]);
    this.#facts.draw(this.#stage.picture);
    this.#spoken.textContent = describe(pictures[this.#focus]);
  }

  /** Returns the pictures of photos to display: the best of each shot that all photos have, or the chosen one. */
  #pictures(photos) {
    const shots = photos.map((photo) => photo?.pictures ?? [{ kind: photo?.format === 'raw' ? 'raw 1' : 'photo 1' }]);
    const has = (shot, wanted) => shot.find(({ kind }) => kind === wanted);
    const common = shots[0].find(({ kind }) => shots.every((shot) => has(shot, kind)));
    const kind = this.#kind ?? common?.kind;
    return photos.map((photo, index) => photo && { ...photo, ...(has(shots[index], kind) ?? shots[index][0]), kind: photo.kind });
  }

  /** Displays the next picture of the shot. */
  #showNextPicture() {
    const { photos } = this.session;
    const pictures = photos.at(this.position)?.pictures;
    if (!pictures) {
      say('This shot has no other picture.');
      return;
    }
    const index = pictures.findIndex(({ id }) => id === this.#stage.photo?.id);
    const next = pictures[(index + 1) % pictures.length];
    this.#kind = next.kind;
    this.#show(true);
    say(`${next.title}: ${next.name}`);
  }

  #showFacts() {
    const position = this.position;
    const { photos, count, view } = this.session;
    photos.want(position, position);
    const photo = photos.at(position);
    if (!photo) return;
    this.#showCrops();
    const date = photo.isFileDate ? `${photo.date} (of the file)` : (photo.date ?? 'no date');
    const place = `${date} · ${(position + 1).toLocaleString('en')} of ${count.toLocaleString('en')}`;
    const { crop } = this.#stage;
    const clipped = this.#aids % 2 && this.#stage.picture ? ` · ${this.#clippedText()}` : '';
    const text = this.#isCropping ? `Crop ${crop.text}` : place + clipped;
    const picture = photo.pictures?.find(({ id }) => id === this.#stage.photo?.id);
    this.top.show(photo, picture, text, this.picks.isPicked(photo), !this.#facts.element.hidden, {
      isShown: crop.isShown,
      isMoved: this.#isCropping,
    });
    this.bottom.show(photo, view.canMark && !this.#isCropping);
    this.#all.forEach((stage, index) => {
      const own = photos.at(this.#positions[index]);
      stage.element.classList.toggle('focused', this.#all.length > 1 && index === this.#focus);
      stage.element.classList.toggle('picked', Boolean(own && this.picks.isPicked(own)));
    });
  }

  #showCrops() {
    const { photos, state } = this.session;
    this.#all.forEach((stage, index) => {
      const own = photos.at(this.#positions[index]);
      if (own && own.id === stage.photo?.id) stage.crop.show(own, !state.original);
    });
    if (this.#isCropping && this.#stage.photo && !this.#stage.crop.isShown) this.#isCropping = false;
    this.#all.forEach((stage) => stage.element.classList.toggle('cropping', this.#isCropping && stage === this.#stage));
    this.cropControls.element.hidden = !this.#isCropping;
  }

  update() {
    if (this.isOpen) this.#showFacts();
  }

  #pictureIsThere() {
    this.#facts.draw(this.#stage.picture);
    if (this.#aids) this.#showFacts();
    if (this.#all.length === 1) this.#loadAhead();
  }

  async #loadAhead() {
    const [position] = this.#positions;
    const near = await Promise.all([1, -1].map((step) => this.session.photos.fetch(position + step)));
    if (position !== this.#positions[0] || !this.isOpen) return;
    this.#ahead = near
      .filter((photo) => photo && photo.kind !== 'video')
      .map((photo) => Object.assign(new Image(), { src: pictureAddress(this.#pictures([photo])[0].id) }));
  }

  /** Follows the photo when the view changes. */
  #follow(place) {
    if (!this.session.count) this.close();
    else this.open([Math.min(place ?? this.position, this.session.count - 1)]);
  }

  /** Opens the next or previous photo; side by side, moves the focus. */
  turn(step) {
    if (this.#all.length > 1) {
      this.#setFocus((this.#focus + step + this.#all.length) % this.#all.length);
      return;
    }
    this.#goTo(this.#positions[0] + step);
  }

  #goTo(position) {
    const place = Math.max(0, Math.min(position, this.session.count - 1));
    if (place === this.#positions[0]) return;
    this.#face = undefined;
    this.#positions = [place];
    this.#show();
  }

  #setFocus(index) {
    if (index === this.#focus) return;
    this.#focus = index;
    this.#show();
  }

  #compare() {
    const position = this.position;
    if (this.#all.length > 1) this.open([position]);
    else if (this.session.count > 1) {
      const first = Math.min(position, this.session.count - 2);
      this.open([first, first + 1], position - first);
    }
  }

  #run(name) {
    const actions = {
      close: () => this.close(),
      pick: () => this.picks.toggle(this.position),
      info: () => this.#toggleFacts(),
      larger: () => this.#zoom((zoom) => zoom.by(ZOOM_STEP)),
      smaller: () => this.#zoom((zoom) => zoom.by(1 / ZOOM_STEP)),
      zoom: () => this.#zoom((zoom) => zoom.toggle()),
      compare: () => this.#compare(),
      first: () => this.#goTo(0),
      last: () => this.#goTo(this.session.count - 1),
      previous: () => this.#turnPage(-1),
      next: () => this.#turnPage(1),
      original: () => this.commands.toggleOriginal(),
      aids: () => this.#toggleAids(),
      face: () => this.#showNextFace(),
      picture: () => this.#showNextPicture(),
      done: () => this.#done(),
      help: () => this.commands.ui.help(),
      crop: () => (this.#isCropping ? this.#endCrop() : this.#beginCrop()),
      smallerCrop: () => this.#changeCrop((crop) => crop.scale(1 / GROWTH)),
      largerCrop: () => this.#changeCrop((crop) => crop.scale(GROWTH)),
      resetCrop: () => this.#changeCrop((crop) => crop.reset()),
      undoCrop: () => this.#endCrop((crop) => crop.restore()),
      keepCrop: () => this.#endCrop(),
    };
    actions[name]();
  }

  /** Starts moving the crop, after fitting the complete photo. */
  #beginCrop() {
    if (!this.#stage.crop.isShown) return;
    this.#zoom((zoom) => zoom.fit());
    this.#isCropping = true;
    this.#stage.crop.begin();
    if (this.bottom.element.contains(document.activeElement)) this.#element.focus({ preventScroll: true });
    this.#showFacts();
    this.#spoken.textContent = `Crop ${this.#stage.crop.text}. Arrow keys move it, plus and minus resize it, Enter keeps it.`;
  }

  #endCrop(change = (crop) => crop.flush()) {
    change(this.#stage.crop);
    this.#isCropping = false;
    if (this.cropControls.element.contains(document.activeElement)) this.#element.focus({ preventScroll: true });
    this.#showFacts();
  }

  #changeCrop(change) {
    change(this.#stage.crop);
    this.#showFacts();
  }

  #sendCrop(photo, frame) {
    this.session.send({ action: 'crop', photo: { id: photo.id }, ...frame });
    if (this.#isCropping) this.#spoken.textContent = `Crop ${this.#stage.crop.text}`;
  }

  #flushCrops() {
    for (const stage of this.#all) stage.crop.flush();
  }

  /** Switches to the next overlay: clipping, edges in focus, both, none. */
  #toggleAids() {
    this.#aids = (this.#aids + 1) % AIDS.length;
    for (const stage of this.#all) stage.aids = this.#aids;
    say(AIDS[this.#aids]);
    this.#showFacts();
  }

  /** Zooms each photo to its next face; after the last face of all, displays the complete photos. */
  #showNextFace() {
    const faces = this.#all.map(({ photo }) => photo?.faces ?? []);
    const count = Math.max(...faces.map(({ length }) => length));
    if (!count) {
      say(this.#all.length > 1 ? 'No face is marked in these photos.' : 'No face is marked in this photo.');
      return;
    }
    this.#face = (this.#face ?? -1) + 1;
    const isOver = this.#face >= count;
    if (isOver) this.#face = undefined;
    this.#all.forEach((stage, index) => {
      const own = faces[index];
      if (!own.length) return;
      if (isOver) stage.zoom.fit();
      else stage.zoom.look(own[this.#face % own.length]);
      stage.draw();
    });
    if (!isOver) say(this.#faceNames(faces));
  }

  /** The share of clipped pixels of the picture in focus, counted once. */
  #clippedText() {
    const { picture } = this.#stage;
    if (this.#clipped?.src !== picture.src) this.#clipped = { src: picture.src, text: clippedText(picture) };
    return this.#clipped.text;
  }

  #faceNames(faces) {
    const names = faces.filter(({ length }) => length).map((own) => {
      const number = this.#face % own.length;
      return own[number].name || `face ${number + 1} of ${own.length}`;
    });
    return [...new Set(names)].join(', ');
  }

  #toggleFacts() {
    this.#facts.element.hidden = !this.#facts.element.hidden;
    this.#facts.show(this.#stage.photo);
    this.#facts.draw(this.#stage.picture);
    this.#showFacts();
  }

  #zoom(change) {
    if (this.#stage.photo?.kind === 'video') return;
    change(this.#stage.zoom);
    this.#stage.draw();
    for (const stage of this.#all) {
      if (stage === this.#stage || stage.photo?.kind === 'video') continue;
      stage.zoom.follow(this.#stage.zoom);
      stage.draw();
    }
  }

  #makeGestures() {
    const drag = (x, y) => this.#changeCrop((crop) => crop.drag(x, y));
    const at = (x, y) => {
      const { left, top } = this.#stage.element.getBoundingClientRect();
      return [x - left, y - top];
    };
    new Gestures(this.#stages, {
      zoom: (factor, x, y) => {
        if (this.#isCropping) this.#changeCrop((crop) => crop.scale(factor));
        else this.#zoom((zoom) => zoom.by(factor, ...at(x, y)));
      },
      toggle: (x, y) => this.#isCropping || this.#zoom((zoom) => zoom.toggle(...at(x, y))),
      pan: (x, y) => (this.#isCropping ? drag(x, y) : this.#zoom((zoom) => zoom.pan(x, y))),
      isZoomed: () => this.#isCropping || !this.#stage.zoom.fits,
      turn: (step) => this.turn(step),
      slide: (x) => (this.#stages.style.transform = x ? `translateX(${x}px)` : ''),
      close: () => this.close(),
    });
  }

  #makeTurn(step, name, iconName) {
    const button = make('button', `turn turn-${iconName}`, { ariaLabel: name }, icon(iconName));
    button.addEventListener('click', () => this.turn(step));
    return button;
  }

  handleKey(event) {
    if (isForControl(event)) return;
    const { key } = event;
    const keys = this.#isCropping ? CROP_KEYS : KEYS;
    const direction = this.#isCropping && key.length === 1 ? key.toLowerCase() : key;
    if (Object.hasOwn(TURNS, direction)) this.#move(...TURNS[direction], event.shiftKey);
    else if (Object.hasOwn(keys, key)) this.#run(keys[key]);
    else if (this.#isCropping || !this.judging.handleKey(key, () => this.target)) return;
    event.preventDefault();
  }

  /** Moves the crop, pans, or turns pages. */
  #move(x, y, isFine) {
    if (this.#isCropping) this.#changeCrop((crop) => crop.step(x, y, isFine));
    else if (this.#stage.zoom.fits) this.turn(x + y);
    else this.#zoom((zoom) => zoom.pan(-x * PAN, -y * PAN));
  }

  #turnPage(step) {
    this.#flushCrops();
    this.turn(step);
  }

  #done() {
    if (this.#isCropping) this.#endCrop();
    this.commands.done(this.target);
  }
}
