import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { lazyPart } from './lazyPart';

// They look at the browser.
jest.mock('./serverReachability', () => ({}));
jest.mock('./failedSheets', () => ({ fetchFailedSheets: () => Promise.resolve() }));

const load = () => Promise.resolve({ default: () => createElement('p', null, 'the part') });

const drawn = (part: ReturnType<typeof lazyPart<object>>) =>
  renderToString(createElement(Suspense, { fallback: 'a moment' }, createElement(part)));

describe('lazyPart', () => {
  it('is drawn at once when it was made ready', async () => {
    const part = lazyPart(load);
    await part.ready();
    expect(drawn(part)).toContain('the part');
  });

  it('shows its fallback while it is on its way', () => {
    expect(drawn(lazyPart(load))).toContain('a moment');
  });

  it('comes when it is shown although it could not be made ready', async () => {
    let tries = 0;
    const part = lazyPart(() => (tries++ ? load() : Promise.reject(new Error('away'))));
    await expect(part.ready()).rejects.toThrow('away');
    await part.ready();
    expect(drawn(part)).toContain('the part');
  });
});
