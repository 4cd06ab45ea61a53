import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { watchRate } from './upload-rate';

describe('the watch over the rate of an upload', () => {
  let raw: IncomingMessage;
  let giveUp: jest.Mock;
  beforeEach(() => {
    raw = new IncomingMessage(new Socket());
    giveUp = jest.fn();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  });
  afterEach(() => {
    raw.destroy();
    jest.useRealTimers();
  });

  it('gives up a slow upload once, and ends', () => {
    watchRate(raw, giveUp);
    jest.advanceTimersByTime(90_000);
    expect(giveUp.mock.calls).toEqual([[expect.objectContaining({ statusCode: 408 })]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives up at once and leaves no timer when the client has left before', () => {
    raw.destroy();
    watchRate(raw, giveUp);
    expect(giveUp.mock.calls).toEqual([[expect.objectContaining({ statusCode: 400 })]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('does not begin when all of it has come', async () => {
    raw.push(null);
    raw.resume();
    await new Promise((resolve) => raw.once('close', resolve));
    watchRate(raw, giveUp);
    expect(giveUp).not.toHaveBeenCalled();
    expect(jest.getTimerCount()).toBe(0);
  });
});
