/** Requests to photopick. All addresses are relative: the page lies in a secret folder. */

/** An answer that is no success, with its status and its text. */
export class ServerError extends Error {
  constructor(status, text) {
    super(text || `photopick answered ${status}.`);
    this.status = status;
  }
}

/** Makes an error of an answer: its JSON `error`, else its text. */
async function errorOf(answer) {
  const text = await answer.text();
  try {
    return new ServerError(answer.status, JSON.parse(text).error);
  } catch {
    return new ServerError(answer.status, text.trim());
  }
}

/** Fetches JSON. Throws `ServerError`, or `TypeError` if the connection is lost. */
export async function getJSON(address, signal) {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw await errorOf(answer);
  return answer.json();
}

/** Fetches a byte per photo that tells its shape. */
export async function getShapes(view) {
  const answer = await fetch(`./shapes?view=${view}`);
  if (!answer.ok) throw await errorOf(answer);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Sends an action; the answer is the state after it. */
export async function post(action) {
  const answer = await fetch('./do', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(action),
    // What is sent while the page is being closed arrives, too.
    keepalive: true,
  });
  if (!answer.ok) throw await errorOf(answer);
  return answer.json();
}

/** The sizes of thumbnails, and up to how many pixels of the screen each is used: the largest takes four times the work. */
const THUMBNAILS = [[128, 128], [256, 256], [512, 680], [1024, Infinity]];

/** The address of a small picture whose longer side takes so many CSS pixels. */
export function thumbnailAddress(id, side) {
  const [size] = THUMBNAILS.find(([, most]) => side * devicePixelRatio <= most);
  return `./photos/${id}/thumbnail?side=${size}`;
}

/** How long to wait before the next try after the browser gave up. */
const PAUSE = 2000;

/**
 * Follows the state. The browser connects again by itself after a loss; if it gives up, this does.
 * @param {(state: object) => void} onState
 * @param {(isConnected: boolean) => void} onConnection
 * @param {(error: ServerError) => void} onRefusal photopick answers, but not to this page
 * @returns {() => void} ends it
 */
export function follow(onState, onConnection, onRefusal) {
  let source;
  let timer;
  const open = () => {
    source = new EventSource('./events');
    source.addEventListener('state', (event) => {
      onConnection(true);
      onState(JSON.parse(event.data));
    });
    source.onerror = () => {
      onConnection(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(tryAgain, PAUSE);
    };
  };
  const tryAgain = async () => {
    try {
      await getJSON('./view');
      open();
    } catch (error) {
      if (error instanceof ServerError) onRefusal(error);
      else timer = setTimeout(tryAgain, PAUSE);
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
