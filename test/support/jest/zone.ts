import type { JestEnvironmentConfig } from '@jest/environment';
import { DateTime } from 'luxon';
import OneRealm from './one-realm';

/** Node as on a machine in another time zone, for as long as the file runs. */
export default class ZoneEnvironment extends OneRealm {
  private readonly zone: string;

  constructor(config: JestEnvironmentConfig) {
    super(config);
    this.zone = String(config.projectConfig.testEnvironmentOptions.zone);
  }

  override async setup(): Promise<void> {
    process.env.TZ = this.zone;
    await super.setup();
    const wanted = -DateTime.now().setZone(this.zone).offset;
    if (new Date().getTimezoneOffset() !== wanted) throw new Error(`this process is not in ${this.zone}`);
  }
}
