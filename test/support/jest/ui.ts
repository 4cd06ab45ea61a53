import type { Circus } from '@jest/types';
import OneRealm from './one-realm';
import type { FailureHook } from '../ui/failure-report';

/** Tells the fixture of a failed test before the hooks close its pages. */
export default class UiEnvironment extends OneRealm {
  async handleTestEvent(event: Circus.AsyncEvent): Promise<void> {
    if (event.name === 'test_fn_failure') await this.report(fullName(event.test));
    if (event.name === 'hook_failure') await this.report(`${event.hook.type} ${fullName(event.test)}`);
  }

  private async report(test: string): Promise<void> {
    await (this.global as FailureHook).onTestFailure?.(test);
  }
}

function fullName(test?: Circus.TestEntry): string {
  const names: string[] = [];
  for (let at: Circus.TestEntry | Circus.DescribeBlock | undefined = test; at; at = at.parent)
    if (at.name !== 'ROOT_DESCRIBE_BLOCK') names.unshift(at.name);
  return names.join(' ');
}
