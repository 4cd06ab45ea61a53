import type { Dockerfile, Instruction, Stage } from './dockerfile';

const IMAGE = /^[a-z0-9./-]+:(?!latest\b)[\w.-]+(@sha256:[0-9a-f]{64})?$/;
const SECRET = /(secret|password|token|(?<!o)key)/i;

type Rule = (file: Dockerfile) => string[];

const all = ({ stages }: Dockerfile): Instruction[] => stages.flatMap(({ instructions }) => instructions);
const named = (instructions: Instruction[], name: string): Instruction[] =>
  instructions.filter((each) => each.name === name);
const last = ({ stages }: Dockerfile): Stage => stages.at(-1)!;
const at = (found: Instruction[], word: string): string[] => found.map(({ line }) => `line ${line}: ${word}`);

const isInWords = ({ text }: Instruction): boolean => {
  try {
    return Array.isArray(JSON.parse(text.replace(/^CMD /, '')));
  } catch {
    return false;
  }
};

/** What linters of Dockerfiles ask for, as far as it applies to ours. Each answers with what is wrong. */
const RULES: Rule[] = [
  ({ stages }) =>
    stages
      .filter(({ base }) => !IMAGE.test(base))
      .map(({ base }) => `${base}: a base needs a tag, not the latest`),
  (file) => at(named(all(file), 'ADD'), 'COPY says what ADD hides'),
  (file) =>
    at(
      named(all(file), 'RUN').filter(
        ({ text }) =>
          text.includes('apt-get install') && !/^.*apt-get update && .*--no-install-recommends/.test(text),
      ),
      'apt-get install needs an update in its step, and --no-install-recommends',
    ),
  (file) =>
    at(
      named(all(file), 'RUN').filter(
        ({ text }) => text.includes('apt-get update') && !text.endsWith('rm -rf /var/lib/apt/lists/*'),
      ),
      'the lists of packages stay in the layer',
    ),
  (file) =>
    at(
      named(all(file), 'WORKDIR').filter(({ text }) => !text.startsWith('/')),
      'WORKDIR is an absolute path',
    ),
  (file) =>
    named(last(file).instructions, 'USER').some(({ text }) => text !== 'root') ? [] : ['it runs as root'],
  (file) => {
    const instructions = last(file).instructions;
    const user = instructions.findIndex(({ name }) => name === 'USER');
    return at(named(instructions.slice(user + 1), 'RUN'), 'the user of the product changes the image');
  },
  (file) => {
    const commands = [
      ...named(last(file).instructions, 'CMD'),
      ...named(last(file).instructions, 'ENTRYPOINT'),
    ];
    if (commands.length === 0) return ['nothing is started'];
    return at(
      commands.filter((each) => !isInWords(each)),
      'a shell would keep signals from the product',
    );
  },
  (file) => {
    const checks = named(all(file), 'HEALTHCHECK');
    if (checks.length !== 1 || !last(file).instructions.includes(checks[0]!))
      return ['it has one health check'];
    const lacking = ['interval', 'timeout', 'start-period'].filter(
      (flag) => checks[0]!.flags[flag] === undefined,
    );
    return [
      ...lacking.map((flag) => `the health check has no ${flag}`),
      ...at(
        checks.filter((each) => !isInWords(each)),
        'the health check needs a shell',
      ),
      ...at(
        checks.filter(({ text }) => /\bnode\b|\d{4}/.test(text)),
        'the health check starts a Node, or knows a port',
      ),
    ];
  },
  (file) =>
    named(last(file).instructions, 'STOPSIGNAL').length === 1
      ? []
      : ['it does not say which signal stops it'],
  (file) => {
    const labels = named(last(file).instructions, 'LABEL').map(({ text }) => text);
    return ['title', 'description', 'version', 'revision']
      .map((name) => `org.opencontainers.image.${name}=`)
      .filter((name) => !labels.some((text) => text.includes(name)))
      .map((name) => `no label ${name}`);
  },
  (file) =>
    at(
      [...named(all(file), 'ARG'), ...named(all(file), 'ENV')].filter(({ text }) => SECRET.test(text)),
      'a secret would stay in the image',
    ),
  ({ stages }) =>
    stages.flatMap(({ instructions }, n) =>
      at(
        named(instructions, 'COPY').filter(
          ({ flags: { from } }) =>
            from !== undefined && !stages.slice(0, n).some(({ name }) => name === from),
        ),
        'it copies from a stage that is not there',
      ),
    ),
  ({ stages }) =>
    stages.flatMap(({ instructions }) => {
      const sources = instructions.findIndex(({ name, text }) => name === 'COPY' && text.startsWith('. '));
      const install = instructions.findIndex(
        ({ name, text }) => name === 'RUN' && /run\.mjs install|npm ci/.test(text),
      );
      return sources >= 0 && install > sources ? ['each change of a source installs everything again'] : [];
    }),
];

/** What is wrong with it; nothing, if all is well. */
export const complaintsAbout = (file: Dockerfile): string[] => RULES.flatMap((rule) => rule(file));
