import { Global, Module } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Config } from '../../config/config';
import { MetaNetworks } from './meta/meta-networks';
import { Networks } from './network';

@Global()
@Module({
  providers: [
    {
      provide: Networks,
      inject: [Config, Clock],
      useFactory: ({ network }: Config, clock: Clock) => new MetaNetworks(network, clock),
    },
  ],
  exports: [Networks],
})
export class NetworksModule {}
