import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { METRICS } from '../../backend/common/metrics/declarations';
import { withPromtool } from '../support/promtool';
import { useScratchFolder } from '../support/scratch-folder';

const ROOT = resolve(__dirname, '../..');
const RULES = 'docker/prometheus/alerts.yaml';
const TESTS = 'docker/prometheus/alerts.test.yaml';
const DASHBOARD = 'docker/grafana/pagecast.json';

const scratch = useScratchFolder();
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const alerts = [...read(RULES).matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);

/** Of prom-client, and of Prometheus itself; the job's own `up` has no such prefix. */
const FOREIGN = [
  'process_start_time_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

function unknownNames(text: string): string[] {
  const named = [...text.matchAll(/\b(?:pagecast|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
  const lines = Object.entries(METRICS).flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
  );
  const known = new Set([...lines, ...FOREIGN]);
  return named.filter((name) => !known.has(name));
}

describe('the rules of alerts', () => {
  withPromtool('by promtool', (promtool) => {
    it('are valid', () => {
      expect(promtool(['check', 'rules', join(ROOT, RULES)])).toMatchObject({ status: 0 });
    });

    it('fire when they should, and stay silent on an idle, young or restarted server', () => {
      expect(promtool(['test', 'rules', join(ROOT, TESTS)])).toMatchObject({ status: 0 });
    });
  });

  it('use declared metrics only', () => {
    expect(alerts.length).toBeGreaterThan(15);
    expect(unknownNames(read(RULES).replaceAll(/runbook: .*/g, ''))).toEqual([]);
    expect(unknownNames(read(TESTS))).toEqual([]);
  });

  it('each have a test in which they fire, and a severity', () => {
    const tests = read(TESTS);
    expect(alerts.filter((name) => !tests.includes(`{alertname="${name}"}`))).toEqual([]);
    expect(read(RULES).match(/severity: (critical|warning) /g)).toHaveLength(alerts.length);
  });

  it('each lead to a part of the manual that says what to do', () => {
    const headings = [...read('docs/operate.md').matchAll(/^### (Pagecast\w+)$/gm)].map(([, name]) => name);
    expect(headings.sort()).toEqual([...alerts].sort());
    const links = [...read(RULES).matchAll(/runbook: docs\/operate\.md#(\w+)$/gm)].map(([, name]) => name);
    expect(links).toEqual(alerts.map((name) => name.toLowerCase()));
  });
});

describe('the dashboard', () => {
  const model = JSON.parse(read(DASHBOARD)) as {
    uid: string;
    panels: Panel[];
    templating: { list: { name: string; type: string }[] };
  };
  interface Panel {
    id: number;
    type: string;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    datasource?: { uid: string };
    targets?: { expr: string; datasource: { uid: string } }[];
  }
  const panels = model.panels.filter(({ type }) => type !== 'row');

  it('uses declared metrics only, and every metric but those of a panel are in it', () => {
    expect(unknownNames(read(DASHBOARD))).toEqual([]);
    const text = read(DASHBOARD);
    expect(Object.keys(METRICS).filter((name) => !text.includes(name))).toEqual([]);
  });

  it('takes its data source from a variable', () => {
    expect(model.templating.list.find(({ type }) => type === 'datasource')?.name).toBe('datasource');
    const sources = panels.flatMap(({ datasource, targets = [] }) => [
      datasource?.uid,
      ...targets.map((target) => target.datasource.uid),
    ]);
    expect(new Set(sources)).toEqual(new Set(['${datasource}']));
  });

  it('has panels with queries and ids of their own, none over another', () => {
    expect(new Set(model.panels.map(({ id }) => id)).size).toBe(model.panels.length);
    expect(panels.filter(({ title, targets }) => !title || !targets?.length)).toEqual([]);
    const cells = model.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  withPromtool('by promtool', (promtool) => {
    it('asks in valid queries', () => {
      const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
      const rules = queries.map((expr, n) => ({
        record: `query_${n}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }));
      // JSON is YAML.
      const file = scratch('queries.yaml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
      expect(promtool(['check', 'rules', file])).toMatchObject({ status: 0 });
    });
  });
});

it('keeps the list of metrics as the declarations have it', () => {
  const script = join(ROOT, '.setup/metrics-list.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
