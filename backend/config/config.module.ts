import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config';
import { Sealer } from './sealer';
import { Secrets } from './secrets';

@Global()
@Module({})
export class ConfigModule {
  static register(config: Config, secrets: Secrets): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Config, useValue: config }, { provide: Secrets, useValue: secrets }, Sealer],
      exports: [Config, Secrets, Sealer],
    };
  }
}
