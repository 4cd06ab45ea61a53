import { Global, Module } from '@nestjs/common';
import { Counts } from '../../common/metrics/counts';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { MetaNetworks } from './meta/meta-networks';
import { Networks } from './network';

@Global()
@Module({
  providers: [
    {
      provide: Networks,
      inject: [Config, DatabaseTime, Counts],
      // The rehearsal uses no app.
      useFactory: ({ network: { mode, app, ...hosts } }: Config, clock: DatabaseTime, counts: Counts) =>
        new MetaNetworks({ ...hosts, ...(mode === 'live' && { app }) }, clock, undefined, (call, seconds) =>
          counts.observe('pagecast_network_call_duration_seconds', call, seconds),
        ),
    },
  ],
  exports: [Networks],
})
export class NetworksModule {}
