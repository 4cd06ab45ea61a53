import { setTimeout as pause } from 'node:timers/promises';
import { ChangeCounters } from '../../../backend/users/change-counters';
import { startTestApp } from '../../support/app';
import { eventually } from '../../support/client';
import { Listener } from '../../support/listener';

describe('live updates', () => {
  it('asks the database nothing while nobody listens, and once a second for all who do', async () => {
    const fresh = await startTestApp({ env: { ROLE: 'api' } });
    try {
      const asked = jest.spyOn(fresh.running.nest.get(ChangeCounters), 'changedSince');
      const client = await fresh.client.register();
      await pause(1_500);
      expect(asked).toHaveBeenCalledTimes(0);
      const since = performance.now();
      const listeners = await Promise.all(Array.from({ length: 10 }, () => Listener.open(client)));
      await eventually(
        () => Promise.resolve(asked.mock.calls.length),
        (looks) => looks >= 3,
      );
      // Of ten listeners, each looking for itself, there would be ten at once.
      expect(performance.now() - since).toBeGreaterThan(1_500);
      for (const listener of listeners) listener.leave();
      // When the last of them is gone is not told.
      await eventually(
        async () => {
          asked.mockClear();
          await pause(1_500);
          return asked.mock.calls.length;
        },
        (looks) => looks === 0,
      );
    } finally {
      await fresh.end();
    }
  });
});
