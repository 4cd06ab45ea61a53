import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config';
import { SecretCipher } from './secret-cipher';
import { Secrets } from './secrets';

@Global()
@Module({})
export class ConfigModule {
  static register(config: Config, secrets: Secrets): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: Config, useValue: config },
        { provide: Secrets, useValue: secrets },
        SecretCipher,
      ],
      exports: [Config, Secrets, SecretCipher],
    };
  }
}
