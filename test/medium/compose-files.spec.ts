import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { loadConfig } from '../../backend/config/config';
import { VERSION } from '../../backend/version';
import schema from '../fixtures/compose-spec.json';
import {
  DOCKER,
  interpolate,
  readCompose,
  readExample,
  seconds,
  textOf,
  usesIn,
  type Compose,
  type Service,
} from '../support/docker/compose';
import { runProgram } from '../support/docker/run-program';
import { useScratchFolder } from '../support/scratch-folder';

const scratch = useScratchFolder();

const SECRET = /(PASSWORD|SECRET|TOKEN|_KEY)$/;

/** What a person would fill in. */
const FILLED_IN: Record<string, string> = {
  PUBLIC_URL: 'https://posts.example.com',
  DOMAIN: 'posts.example.com',
  ACME_EMAIL: 'operator@example.com',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'correct horse battery',
  MAIL_URL: 'smtp://user:p%40ss@mail.example.com:587',
  MAIL_FROM: 'Pagecast <posts@example.com>',
  MYSQL_PASSWORD: 'a1'.repeat(16),
  REDIS_PASSWORD: 'b2'.repeat(16),
  STORE_SECRET: 'c3'.repeat(16),
  JWT_SECRET: 'd4'.repeat(32),
  METRICS_TOKEN: 'e5'.repeat(32),
  ENCRYPTION_KEY: 'f6'.repeat(32),
};

// Durations and the like are forms of their own, which the schema only names.
const isCompose = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile({
  ...schema,
  $schema: undefined,
});

const FILES = [
  ['compose.yaml', '.env.example'],
  ['compose.production.yaml', '.env.production.example'],
] as const;

describe.each(FILES)('%s', (name, exampleName) => {
  const raw = readCompose(name);
  const example = readExample(exampleName);
  const env = { ...example, ...FILLED_IN };
  const filledIn: Compose = interpolate(raw, env);
  const services = Object.entries(filledIn.services);
  const ours = services.filter(([, { image }]) => image?.startsWith('pagecast:'));

  it('is what the compose specification describes', () => {
    expect([isCompose(filledIn), isCompose.errors]).toEqual([true, null]);
    expect(isCompose({ services: { a: { imagge: 'x' } } })).toBe(false);
  });

  it('names every variable in its example, which names no other', () => {
    const used = new Set(usesIn(raw).map((use) => use.name));
    expect(Object.keys(example).sort()).toEqual([...used].sort());
  });

  it('has no secret, and no default for one', () => {
    for (const { name: variable, kind, word } of usesIn(raw).filter((use) => SECRET.test(use.name)))
      expect([variable, kind === ':-' ? word : '']).toEqual([variable, '']);
    for (const [variable, value] of Object.entries(example).filter(([each]) => SECRET.test(each)))
      expect([variable, value]).toEqual([variable, '']);
  });

  it('gives the example and the file the same defaults', () => {
    for (const { name: variable, kind, word } of usesIn(raw))
      if (kind === ':-') expect([variable, example[variable]]).toEqual([variable, word]);
    expect(example.PAGECAST_VERSION).toBe(VERSION);
  });

  it('does not start while something is lacking, and says what', () => {
    const needed = [...new Set(usesIn(raw).flatMap((use) => (use.kind === ':?' ? [use] : [])))];
    expect(needed.length).toBeGreaterThan(3);
    for (const { name: variable, word } of needed)
      expect(() => interpolate(raw, { ...env, [variable]: '' })).toThrow(`${variable}: ${word}`);
  });

  it('gives the product settings that it accepts', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const [, { environment = {} }] of ours) {
      const text = Object.entries(environment).map(([key, value]) => [key, String(value)]);
      const config = loadConfig(Object.fromEntries(text) as Record<string, string>);
      expect(config.network.mode).toBe('live');
      expect(config.http.publicUrl).toBe('https://posts.example.com');
      expect(config.mail.kind).toBe('smtp');
    }
  });

  it('gives the product more time to stop than it takes', () => {
    for (const [, { stop_grace_period = '10s', environment = {} }] of ours)
      expect(seconds(stop_grace_period)).toBeGreaterThanOrEqual(
        Number(environment.SHUTDOWN_GRACE_SECONDS) + 10,
      );
  });

  it.each(services)('keeps %s within bounds', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      init: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      restart: expect.any(String),
    });
    expect(service.tmpfs?.some((mount) => mount.startsWith('/tmp'))).not.toBe(
      service.image?.startsWith('caddy'),
    );
    expect(service.image).toMatch(/^[\w./-]+:(?!latest)[\w.-]+(@sha256:[0-9a-f]{64})?$/);
  });

  it('mounts files that are there and volumes that it declares', () => {
    for (const [, { volumes = [] }] of services)
      for (const [source = '', target] of volumes.map((mount) => mount.split(':'))) {
        if (target === undefined) continue;
        if (source.startsWith('.'))
          expect([source, existsSync(join(DOCKER, source))]).toEqual([source, true]);
        else expect(Object.keys(filledIn.volumes ?? {})).toContain(source);
      }
  });

  it.each(services.filter(([, { read_only }]) => read_only))(
    'gives %s, which is read-only, no text that Compose would have to copy into it',
    (_, { configs = [], secrets = [] }) => {
      for (const [named, declared] of [
        [configs, filledIn.configs],
        [secrets, filledIn.secrets],
      ] as const)
        for (const each of named) {
          const source = typeof each === 'string' ? each : each.source;
          expect([source, declared?.[source]]).toEqual([source, { file: expect.any(String) }]);
        }
    },
  );

  it('waits only for services that can say that they are ready', () => {
    for (const [, { depends_on = {} }] of services)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const waitedFor = filledIn.services[other];
        const ends = waitedFor?.restart?.startsWith('on-failure');
        if (condition === 'service_completed_successfully') expect([other, ends]).toEqual([other, true]);
        else expect([other, condition, canSay(waitedFor)]).toEqual([other, 'service_healthy', true]);
      }
  });
});

/** Our image has a health check of its own. */
const canSay = (service?: Service): boolean =>
  service !== undefined &&
  !service.healthcheck?.disable &&
  (service.healthcheck?.test !== undefined || service.image?.startsWith('pagecast:') === true);

describe('compose.production.yaml', () => {
  const { services, networks } = interpolate(readCompose('compose.production.yaml'), {
    ...readExample('.env.production.example'),
    ...FILLED_IN,
  });

  it('starts two of each process of the product, after one migration', () => {
    for (const role of ['api', 'publisher']) {
      expect(services[role]).toMatchObject({ environment: { ROLE: role }, deploy: { replicas: 2 } });
      expect(services[role]?.depends_on?.migrate).toEqual({ condition: 'service_completed_successfully' });
    }
    expect(services.migrate?.environment).not.toHaveProperty('ROLE');
  });

  it('lets the world reach Caddy only, and this machine Prometheus', () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(published).toEqual([
      'caddy 80:80',
      'caddy 443:443',
      'caddy 443:443/udp',
      'prometheus 127.0.0.1:9090:9090',
    ]);
  });

  it('keeps database, Redis and store in a network without a way out', () => {
    for (const name of ['mysql', 'redis', 'store', 'bucket'])
      expect(services[name]?.networks).toEqual(['back']);
    expect(networks?.back?.internal).toBe(true);
  });

  it('trusts the network of the proxy, in which nobody else is', () => {
    const subnet = networks?.edge?.ipam?.config[0]?.subnet;
    expect(services.api?.environment?.TRUSTED_PROXIES).toBe(subnet);
    const inIt = Object.keys(services).filter((name) => services[name]?.networks?.includes('edge'));
    expect(inIt).toEqual(['caddy', 'api']);
  });

  it('lets the user of the product make the databases of `cli restore --replace`', () => {
    expect(services.mysql?.volumes).toContain('./mysql/grants.sql:/docker-entrypoint-initdb.d/grants.sql:ro');
    expect(textOf('mysql/grants.sql')).toContain(
      "GRANT ALL ON `pagecast\\_replaced\\_%`.* TO 'pagecast'@'%';",
    );
  });

  it('tells Redis the password that the product uses', async () => {
    expect(services.api?.environment?.QUEUE_URL).toBe(`redis://:${FILLED_IN.REDIS_PASSWORD}@redis:6379`);
    const { text, args } = await started('redis', 'redis.conf');
    expect(args).toEqual(['redis-server', '/tmp/redis.conf']);
    expect(text).toContain(`requirepass ${FILLED_IN.REDIS_PASSWORD}\nsave ""\n`);
  });

  it('tells the store the key that the product uses', async () => {
    const { text, args } = await started('store', 's3.json');
    expect(args).toContain('-s3.config=/tmp/s3.json');
    expect(JSON.parse(text)).toMatchObject({
      identities: [{ credentials: [{ accessKey: 'pagecast', secretKey: FILLED_IN.STORE_SECRET }] }],
    });
  });

  it('tells Prometheus the token of the processes', async () => {
    const { text, args } = await started('prometheus', 'metrics_token');
    expect(args).toContain('--config.file=/etc/prometheus/prometheus.yaml');
    expect(text.trim()).toBe(FILLED_IN.METRICS_TOKEN);
    const [job] = parse(textOf('prometheus/prometheus.yaml')).scrape_configs;
    expect(job.authorization.credentials_file).toBe('/tmp/metrics_token');
  });

  /** Runs a service's entrypoint with a server that names its arguments. @returns them, and the file that is written. */
  async function started(name: string, file: string): Promise<{ text: string; args: string[] }> {
    const { entrypoint = [], command = [], environment = {} } = services[name]!;
    const [shell = '', ...rest] = entrypoint;
    const script = rest.map((part) =>
      part.replaceAll('/tmp/', `${scratch()}/`).replace(/^exec \S+/m, `exec ${scratch('server')}`),
    );
    writeFileSync(scratch('server'), `#!/bin/sh\nprintf '%s\\n' "$@"\n`, { mode: 0o700 });
    const env = { PATH: process.env.PATH, ...environment } as NodeJS.ProcessEnv;
    const { code, output } = await runProgram(shell, [...script, ...command], env);
    expect([code, output]).toEqual([0, expect.any(String)]);
    expect(statSync(scratch(file)).mode & 0o777).toBe(0o600);
    return { text: readFileSync(scratch(file), 'utf8'), args: output.trimEnd().split('\n') };
  }

  it('has Prometheus ask every process, by the token that they know', () => {
    const prometheus = parse(textOf('prometheus/prometheus.yaml'));
    const [job] = prometheus.scrape_configs;
    for (const name of job.dns_sd_configs[0].names)
      expect(services[name]?.environment).toHaveProperty('METRICS_TOKEN');
    expect(job.dns_sd_configs[0].names).toEqual(['api', 'publisher']);
    for (const file of prometheus.rule_files)
      expect([file, existsSync(join(DOCKER, 'prometheus', file))]).toEqual([file, true]);
  });
});
