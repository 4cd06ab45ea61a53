import { storeContract } from '../../../backend/meta-world/store.contract';
import { MemoryStore } from './memory-store';

storeContract('memory', (now) => {
  const store = new MemoryStore(now);
  return { store, add: (id, bytes) => store.add(id, bytes), end: () => undefined };
});
