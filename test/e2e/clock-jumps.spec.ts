import { setTimeout as pause } from 'node:timers/promises';
import { Scene, type Account } from '../support/scene';

jest.setTimeout(90_000);

const HOUR = 3_600_000;

let scene: Scene;
let account: Account;
beforeEach(async () => {
  scene = await Scene.start();
  account = await scene.account();
});
afterEach(() => scene.end());

/** Some looks by the tick, which is a second here. */
const ticks = () => pause(2_500);

describe('a clock that is set', () => {
  it('back by two hours: nothing goes out again, and what is planned not before its time', async () => {
    const out = await scene.post(account, 'Out already');
    await scene.play(account, out);
    const planned = await scene.post(account, 'Planned', { at: new Date(scene.now() + 60_000) });
    scene.setClockBy(-2 * HOUR);
    await ticks();
    expect(scene.fake.published().map(({ caption }) => caption)).toEqual(['Out already']);
    expect(await scene.row(planned)).toMatchObject({ status: 'pending', owner: null });
    scene.setClockBy(2 * HOUR + 61_000);
    expect((await scene.play(account, planned)).status).toBe('published');
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([2, []]);
  });

  it.each([
    ['forward by two hours', 2 * HOUR],
    ['back by two hours', -2 * HOUR],
    ['forward by more than an item may be late', 25 * HOUR],
  ])('%s in the middle of a transfer: the item is out once', async (_name, by) => {
    scene.fake.fault({ on: 'reels.bytes', do: { drip: 400_000 } });
    const half = new Promise<void>((resolve) => scene.fake.onBytes('reels.bytes', 500_000, () => resolve()));
    const id = await scene.post(account, 'In between', { bytes: 1_000_000 });
    await half;
    scene.setClockBy(by);
    await ticks();
    if (by < 0) scene.setClockBy(-by + 60_000);
    const { status } = await scene.play(account, id, 60_000);
    expect([status, scene.fake.published().length]).toEqual(['published', 1]);
    // It was due when the clock was set back.
    const wrong = scene.fake.violations().filter((found) => by > 0 || !found.startsWith('too-early'));
    expect(wrong).toEqual([]);
  });

  it('forward while the public call is on its way: it is not made twice', async () => {
    scene.fake.fault({ on: 'reels.finish', do: { delayMs: 2_500, after: true } });
    const id = await scene.post(account, 'On its way');
    await scene.fake.waitForCall('reels.finish', 1, 20_000);
    scene.setClockBy(2 * HOUR);
    expect((await scene.play(account, id, 60_000)).status).toBe('published');
    expect(scene.calls(account.page, 'reels.finish')).toEqual([1]);
    expect([scene.fake.published().length, scene.fake.violations()]).toEqual([1, []]);
  });
});
