import type { Client } from './client';

/** What a process answers to Prometheus. */
export class Scrape {
  constructor(readonly text: string) {}

  static async of(client: Client): Promise<Scrape> {
    const { status, body } = await client.get('/metrics');
    if (status !== 200) throw new Error(`/metrics answered ${status}`);
    return new Scrape(String(body));
  }

  /** The value of a line by its name and labels, as in `name{a="b"}`; undefined if there is none. */
  value(line: string): number | undefined {
    const found = this.text.split('\n').find((each) => each.startsWith(`${line} `));
    return found === undefined ? undefined : Number(found.slice(line.length + 1));
  }

  /** The sum of the lines of this name that have these labels. */
  sum(name: string, labels: Record<string, string> = {}): number {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return this.text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => wanted.every((each) => line.includes(each)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }

  /** How many lines with a value there are of the product's own metrics. */
  get series(): number {
    return this.text.split('\n').filter((line) => line.startsWith('pagecast_')).length;
  }
}
