import { Shutdown } from '../../../backend/shutdown/shutdown';
import { useApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { openSocket } from '../../support/raw-http';

const app = useApp();

it('keeps nothing of requests whose client has left before their turn came', async () => {
  const { unanswered } = app.running.nest.get<unknown, { unanswered: Set<unknown> }>(Shutdown);
  for (let n = 0; n < 5; n++) {
    const socket = await openSocket(app.url);
    socket.on('error', () => undefined);
    socket.write('GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50), () => socket.destroy());
  }
  await eventually(
    () => Promise.resolve(unanswered.size),
    (left) => left === 0,
  );
  expect((await app.client.get('/health/live')).status).toBe(200);
});
