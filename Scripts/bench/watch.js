// Observes the page for Scripts/bench/page: runs before the scripts of the page and checks each frame for visible
// photos.
(() => {
  const watch = (globalThis.watch = { rows: 0 });
  let frames;
  let tasks = [];
  let expected;

  /** The tiles in the window. */
  const seen = () => {
    const box = document.getElementById('grid')?.getBoundingClientRect();
    if (!box) return [];
    return [...document.querySelectorAll('#rows .tile')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
  };
  const isPainted = (tile) => {
    const image = tile.querySelector('img');
    return Boolean(image?.getAttribute('src')) && image.complete && image.naturalWidth > 0 &&
      getComputedStyle(image).visibility === 'visible';
  };
  /** Sets a figure to the time from a start until the frame under way is painted. */
  const record = (name, start = 0) => {
    watch[name] = null;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (watch[name] = performance.now() - start);
    port2.postMessage(0);
  };

  const look = () => {
    if (watch.whole !== undefined && !expected) return;
    const tiles = seen();
    const painted = tiles.filter(isPainted).length;
    if (painted > 0 && watch.first === undefined) record('first');
    if (tiles.length === 0 || painted < tiles.length) return;
    if (watch.whole === undefined) record('whole');
    if (expected?.start && tiles.some((tile) => tile.querySelector('img').alt.includes(`, ${expected.year}-`))) {
      record('painted', expected.start);
      expected = undefined;
    }
  };

  let last;
  const frame = (time) => {
    watch.rows = Math.max(watch.rows, document.querySelectorAll('#rows > .row').length);
    if (frames) {
      if (last !== undefined) frames.push(time - last);
      last = time;
    } else look();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  new PerformanceObserver((list) => {
    if (frames) tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });

  /** The mark of a year on the scrubber, at a share of all of them. */
  watch.yearAt = (share) => {
    const marks = [...document.querySelectorAll('#scrubber-marks .year')];
    const mark = marks[Math.floor(share * marks.length)];
    const { left, top, width } = mark.getBoundingClientRect();
    return { year: mark.textContent, x: left + width / 2, y: Number.parseFloat(mark.style.top) + mark.parentElement.getBoundingClientRect().top + 1 };
  };
  /** Waits for a press and then for the photos of a year. */
  watch.expect = (year) => {
    watch.painted = undefined;
    expected = { year };
    addEventListener('pointerdown', ({ timeStamp }) => (expected.start = timeStamp), { capture: true, once: true });
  };
  watch.begin = () => {
    [frames, tasks, last] = [[], [], undefined];
  };
  watch.end = () => {
    const times = frames;
    frames = undefined;
    return { times, tasks, rows: watch.rows };
  };
})();
