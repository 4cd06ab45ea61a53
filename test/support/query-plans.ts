import type { DataSource } from 'typeorm';
import { Database, type Statement } from '../../backend/database/database';

/** What a database says of how it will run a statement. */
export interface Plan {
  sql: string;
  /** The tables that are read from end to end, whether by an index or not. */
  scanned: string[];
  /** How the rows of each table are found: `posts by posts_of_account (account_id=? AND status=?)`; MariaDB tells no columns. */
  found: string[];
  /** As the database has it. */
  text: string;
  /** The most rows that it answered; of reads. */
  rows?: number;
}

interface MariadbStep {
  table: string | null;
  type: string | null;
  key: string | null;
  rows: number | string | null;
  Extra: string | null;
}

/** The four that every statement goes through. */
const METHODS = ['read', 'write', 'add', 'unit'];

type Inner = Record<string, (given: never) => Promise<unknown>>;

/** Explains each statement just before it runs, while the rows are still as it will find them. */
export class Explainer {
  readonly plans: Plan[] = [];
  /** From then on statements run as they did before. */
  readonly stop: () => void;
  private readonly read: (statement: Statement) => Promise<unknown>;

  constructor(
    db: Database,
    private readonly name: 'SQLite' | 'MariaDB',
  ) {
    const inner = db as unknown as Inner;
    this.stop = () => METHODS.forEach((method) => Reflect.deleteProperty(inner, method));
    this.read = inner.read!.bind(db) as Explainer['read'];
    for (const method of METHODS) {
      const call = inner[method]!.bind(db) as (given: Statement | Statement[]) => Promise<unknown>;
      inner[method] = async (given: Statement | Statement[]) => {
        const plans: Plan[] = [];
        for (const statement of [given].flat()) plans.push(await this.explain(statement));
        const answer = await call(given);
        const [plan] = plans;
        if (method === 'read' && plan) plan.rows = Math.max(plan.rows ?? 0, (answer as unknown[]).length);
        return answer;
      };
    }
  }

  /** Those that read a table from end to end. */
  scansOf(tables: readonly string[]): Plan[] {
    return this.plans.filter(({ scanned }) => scanned.some((table) => tables.includes(table)));
  }

  /** How the statements found the rows of a table, each way once. */
  waysTo(table: string, of: RegExp = /./): string[] {
    const plans = this.plans.filter(({ sql }) => of.test(sql));
    const ways = plans.flatMap(({ found }) => found.filter((way) => way.startsWith(`${table} `)));
    return [...new Set(ways)].sort();
  }

  private async explain(statement: Statement): Promise<Plan> {
    const sql = statement.sql.replace(/\s+/g, ' ');
    const known = this.plans.find((plan) => plan.sql === sql);
    if (known) return known;
    const plan = await (this.name === 'SQLite'
      ? this.ofSqlite(statement, sql)
      : this.ofMariadb(statement, sql));
    this.plans.push(plan);
    return plan;
  }

  private async ofSqlite({ sql, params }: Statement, shown: string): Promise<Plan> {
    const steps = (await this.read({ sql: `EXPLAIN QUERY PLAN ${sql}`, params })) as { detail: string }[];
    const names = steps.flatMap(({ detail }) => /^SCAN (\w+)/.exec(detail)?.[1] ?? []);
    const found = steps.flatMap(({ detail }) => {
      const [, name, index] = /^SEARCH (\w+) USING (?:COVERING )?(?:INDEX )?(.*)$/.exec(detail) ?? [];
      return name && index ? [`${tableOf(shown, name)} by ${index}`] : [];
    });
    const text = steps.map(({ detail }) => detail).join('; ');
    return { sql: shown, scanned: names.map((name) => tableOf(shown, name)), found, text };
  }

  /** `index` is the whole index, or as much of it as a LIMIT lets it read. */
  private async ofMariadb({ sql, params }: Statement, shown: string): Promise<Plan> {
    const steps = (await this.read({ sql: `EXPLAIN ${sql}`, params })) as MariadbStep[];
    const scans = steps.filter(
      ({ type, rows }) => (type === 'ALL' || type === 'index') && Number(rows) > A_FEW,
    );
    const text = steps
      .map(({ table, type, key, rows, Extra }) => `${table} ${type} by ${key}, ${rows} rows ${Extra ?? ''}`)
      .join('; ');
    const found = steps.map(({ table, key }) => `${tableOf(shown, table ?? '')} by ${key}`);
    return { sql: shown, scanned: scans.map(({ table }) => tableOf(shown, table ?? '')), found, text };
  }
}

/** How many rows MariaDB goes through for a statement, which it runs for that. */
export async function rowsExamined(dataSource: DataSource, { sql, params }: Statement): Promise<number> {
  const answer = await dataSource.query<[{ ANALYZE: string }]>(`ANALYZE FORMAT=JSON ${sql}`, params);
  let examined = 0;
  JSON.parse(answer[0].ANALYZE, (_key, step: { r_loops?: number; r_rows?: number } | null) => {
    if (step?.r_loops && step.r_rows) examined += step.r_loops * step.r_rows;
    return step;
  });
  return examined;
}

const A_FEW = 100;

/** The table that a name in a plan stands for: plans tell the alias. */
function tableOf(sql: string, name: string): string {
  const named = new RegExp(
    `(?:from|join|update|into)\\s+\`?(\\w+)\`?\\s+(?:as\\s+)?\`?${name}\`?\\b`,
    'i',
  ).exec(sql);
  return named?.[1] ?? name;
}
