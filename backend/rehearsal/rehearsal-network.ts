import { Clock } from '../common/time/clock';
import type { MetaApp } from '../meta-world/call';
import { World } from '../meta-world/world';
import type { Site } from './fetched-picture';
import { RehearsalAccounts } from './rehearsal-account';
import { RehearsalFaults } from './rehearsal-faults';
import { RehearsalStore } from './rehearsal-store';

/** The network of one folder. Processes that share the folder share the network. */
export class RehearsalNetwork {
  readonly store: RehearsalStore;
  readonly accounts: RehearsalAccounts;
  readonly faults: RehearsalFaults;
  readonly world: World;
  /** Set once the product listens. */
  site: Site | undefined;

  /** @param app whose own token calls may carry; the pages need none */
  constructor(dir: string, clock: Clock = new Clock(), app?: MetaApp) {
    this.store = new RehearsalStore(dir);
    this.faults = new RehearsalFaults(dir, clock);
    this.world = new World(this.store, () => clock.now());
    this.accounts = new RehearsalAccounts(this.store, this.world.logins, app);
  }
}
