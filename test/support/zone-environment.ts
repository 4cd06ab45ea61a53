import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';
import { DateTime } from 'luxon';

/**
 * Node as on a machine in another time zone. A test only has a copy of `process.env`; the zone is set out here, where
 * Node takes notice, for as long as the file runs.
 */
export default class ZoneEnvironment extends TestEnvironment {
  private readonly zone: string;
  private readonly before = process.env.TZ;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    this.zone = String(config.projectConfig.testEnvironmentOptions.zone);
  }

  override async setup(): Promise<void> {
    process.env.TZ = this.zone;
    await super.setup();
    const wanted = -DateTime.now().setZone(this.zone).offset;
    if (new Date().getTimezoneOffset() !== wanted) throw new Error(`this process is not in ${this.zone}`);
  }

  override async teardown(): Promise<void> {
    await super.teardown();
    if (this.before === undefined) delete process.env.TZ;
    else process.env.TZ = this.before;
  }
}
