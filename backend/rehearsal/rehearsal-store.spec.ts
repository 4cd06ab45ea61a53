import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '../meta-world/store.contract';
import { RehearsalStore } from './rehearsal-store';

storeContract('files', () => {
  const dir = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const store = new RehearsalStore(dir);
  return {
    store,
    add: (id, bytes) => {
      const part = store.partPath();
      writeFileSync(part, bytes);
      store.add(id, part);
    },
    end: () => rmSync(dir, { recursive: true }),
  };
});
