import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { controlServer } from './control';
import { FakeGraph } from './fake-graph';

/** Runs the fake in a process of its own. The first line of output is a JSON object with its three URLs. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      history: { type: 'string' },
      'graph-port': { type: 'string', default: '0' },
      'rupload-port': { type: 'string', default: '0' },
      'control-port': { type: 'string', default: '0' },
      'processing-ms': { type: 'string', default: '50' },
    },
  });
  const fake = new FakeGraph({
    historyFile: values.history,
    graphPort: Number(values['graph-port']),
    ruploadPort: Number(values['rupload-port']),
    processingMs: Number(values['processing-ms']),
  });
  const urls = await fake.start();
  const control = controlServer(fake);
  control.listen(Number(values['control-port']), '127.0.0.1', () => {
    const { port } = control.address() as AddressInfo;
    console.log(JSON.stringify({ ...urls, controlUrl: `http://127.0.0.1:${port}` }));
  });
}

void main();
