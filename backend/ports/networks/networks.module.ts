import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config';
import { DatabaseTime } from '../../database/database-time';
import { MetaNetworks } from './meta/meta-networks';
import { Networks } from './network';

@Global()
@Module({
  providers: [
    {
      provide: Networks,
      inject: [Config, DatabaseTime],
      // The rehearsal uses no app.
      useFactory: ({ network: { mode, app, ...hosts } }: Config, clock: DatabaseTime) =>
        new MetaNetworks({ ...hosts, ...(mode === 'live' && { app }) }, clock),
    },
  ],
  exports: [Networks],
})
export class NetworksModule {}
