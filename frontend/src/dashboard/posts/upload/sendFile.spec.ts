import { isApiError } from '../../../api';
import { sendFile } from './sendFile';

jest.mock('../../../session', () => ({ currentSession: () => ({ token: null, user: null }) }));
jest.mock('../../../serverReachability', () => ({
  answered: () => undefined,
  unanswered: () => Promise.resolve(),
}));

const LOOK_FIRST = 'The server did not respond. Look for it in the list before you try again.';

/** As a browser has it, with the network in the hands of the test. */
class Request {
  static last: Request;
  readonly upload: { onprogress?: (sent: object) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  constructor() {
    Request.last = this;
  }
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => undefined;
  abort() {
    this.onabort?.();
  }
  report(loaded: number) {
    this.upload.onprogress?.({ loaded, total: 100 });
    if (loaded === 100) this.upload.onload?.();
  }
  answer(status: number, responseText: string) {
    Object.assign(this, { status, responseText });
    this.onload?.();
  }
}

let wasAsked = 0;

function sent(isOnLine = true) {
  Object.assign(globalThis, { XMLHttpRequest: Request });
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: isOnLine }, configurable: true });
  wasAsked = 0;
  const toSend = { field: 'photos[]', file: new File(['x'], 'a.jpg'), title: '', description: '', time: '' };
  const abort = new AbortController();
  const outcome = sendFile(
    '/api/photos',
    { ...toSend, poster: null },
    {
      signal: abort.signal,
      onWay: () => undefined,
      onProgress: () => undefined,
      onBegun: () => undefined,
      onAsked: () => wasAsked++,
    },
  ).catch((error: unknown) => (isApiError(error) ? [error.error, error.message] : 'stopped'));
  return { outcome, request: Request.last, abort };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('knows nothing of the outcome when the answer is lost', async () => {
  const { outcome, request } = sent();
  request.report(100);
  expect(wasAsked).toBe(1);
  request.onerror?.();
  expect(await outcome).toEqual(['unanswered', LOOK_FIRST]);
});

it('knows nothing of it when a gateway answers in the place of the server', async () => {
  const { outcome, request } = sent();
  request.report(100);
  request.answer(504, '<html>');
  expect(await outcome).toEqual(['unanswered', LOOK_FIRST]);
});

it('knows nothing of it when no byte was reported, which is so of small files', async () => {
  const { outcome, request } = sent();
  request.onerror?.();
  expect(await outcome).toEqual(['unanswered', LOOK_FIRST]);
});

it.each([
  ['the file was cut off', true, 60],
  ['there was no network', false, 0],
])('knows that nothing was made when %s', async (_what, isOnLine, loaded) => {
  const { outcome, request } = sent(isOnLine);
  if (loaded) request.report(loaded);
  request.onerror?.();
  expect(await outcome).toMatchObject(['unreachable', expect.any(String)]);
  expect(wasAsked).toBe(0);
});

it('gives up after a minute of silence, and not before', async () => {
  const { outcome, request } = sent();
  let isOver = false;
  void outcome.then(() => (isOver = true));
  jest.advanceTimersByTime(59_000);
  request.report(100);
  await jest.advanceTimersByTimeAsync(59_000);
  expect(isOver).toBe(false);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toEqual(['unanswered', LOOK_FIRST]);
});

it('is stopped, or answered, without another word a minute later', async () => {
  const { outcome, abort } = sent();
  abort.abort();
  expect(await outcome).toBe('stopped');
  const next = sent();
  next.request.answer(201, '{"ok":1}');
  expect(await next.outcome).toEqual({ ok: 1 });
  expect(jest.getTimerCount()).toBe(0);
});
