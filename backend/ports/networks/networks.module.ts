import { Global, Module } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { PictureLinks } from '../storage/picture-links';
import { Connector } from './connector';
import type { CallObserver } from './meta/graph-client';
import { MetaConnector } from './meta/meta-connector';
import { MetaNetworks } from './meta/meta-networks';
import { Networks } from './network';

const observer =
  (counts: Counts): CallObserver =>
  (call, seconds) =>
    counts.observe('pagecast_network_call_duration_seconds', call, seconds);

@Global()
@Module({
  providers: [
    {
      provide: Networks,
      inject: [Config, DatabaseTime, Counts, PictureLinks],
      // The rehearsal uses its app for the login dialog only, so that its tokens work without one.
      useFactory: (
        { network: { mode, app, pictures, ...hosts } }: Config,
        clock: DatabaseTime,
        counts: Counts,
        links: PictureLinks,
      ) =>
        new MetaNetworks({ ...hosts, ...(mode === 'live' && { app }) }, clock, undefined, observer(counts), {
          mode: pictures,
          link: (key) => links.sign(key),
        }),
    },
    {
      provide: Connector,
      inject: [Config, Counts],
      useFactory: ({ network }: Config, counts: Counts) =>
        new MetaConnector(network, undefined, observer(counts)),
    },
  ],
  exports: [Networks, Connector],
})
export class NetworksModule {}
