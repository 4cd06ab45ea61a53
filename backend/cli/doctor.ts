import { ConfigError, loadConfig, type Config } from '../config/config';
import { fail, outcomeOf, type Check, type Finding } from './checks/check';
import { command, type Surroundings } from './command';

export default command({
  usage: 'doctor [--json]',
  help: [
    'Looks at everything that the product needs, and says what to do about what is wrong. It changes nothing, and no',
    'check takes longer than five seconds. Ends with 1 if a check fails.',
    '',
    '  --json   print an array of {check, state, text, remedy}; `state` is ok, warn or fail',
  ],
  options: { json: { type: 'boolean' } },
  async run({ values }, to) {
    const found: (Finding & { check: string })[] = [];
    const note = (check: string, finding: Finding) => {
      found.push({ check, ...finding });
      if (!values.json) show(check, finding, to);
    };
    for (const { name, finding } of misconfigured(to)) note(name, finding);
    if (found.length === 0)
      for (const check of await checksOf(loadConfig(to.env))) note(check.name, await outcomeOf(check));
    if (values.json) to.say(JSON.stringify(found, null, 2));
    return found.some(({ state }) => state === 'fail') ? 1 : 0;
  },
});

/** Loaded after the configuration was read: a native part that does not load is a finding, too. */
async function checksOf(config: Config): Promise<Check[]> {
  const { machineChecks } = await import('./checks/machine');
  const { surroundingChecks } = await import('./checks/surroundings');
  const { storeChecks } = await import('./checks/stores');
  return [...machineChecks(config), ...storeChecks(config), ...surroundingChecks(config)];
}

function misconfigured({ env }: Surroundings): { name: string; finding: Finding }[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.lines.map((line) => ({
      name: 'configuration',
      finding: fail(line, 'Mend the variable; docs/operate.md lists all of them.'),
    }));
  }
}

function show(check: string, { state, text, remedy }: Finding, { say }: Surroundings): void {
  say(`${state.padEnd(6)}${check.padEnd(15)}${text}`);
  if (remedy !== undefined) say(`${' '.repeat(21)}${remedy}`);
}
