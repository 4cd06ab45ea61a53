export type Environment = Record<string, string | undefined>;

/** Reads variables one by one and collects their problems. */
export class Reader {
  readonly problems: string[] = [];

  constructor(
    private readonly env: Environment,
    private readonly defaults: Environment,
  ) {}

  /** An empty variable counts as unset: compose files write unset ones so. */
  text(name: string): string | undefined {
    return this.env[name]?.trim() || this.defaults[name];
  }

  refuse(name: string, takes: string): void {
    this.problems.push(`${name}: must be ${takes}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.refuse(name, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (!found) this.refuse(name, `one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  matching<T extends string | undefined>(
    name: string,
    pattern: RegExp,
    fallback: T,
    takes: string,
  ): string | T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (pattern.test(value)) return value;
    this.refuse(name, takes);
    return fallback;
  }

  /** Comma-separated entries, each of which must satisfy `fits`. */
  list(name: string, fits: (entry: string) => boolean, takes: string): string[] | undefined {
    const entries = this.text(name)
      ?.split(',')
      .map((entry) => entry.trim());
    if (entries === undefined || entries.every(fits)) return entries;
    this.refuse(name, takes);
    return undefined;
  }

  /** An http(s) address without a trailing slash. */
  origin(name: string, fallback: string): string {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const fits =
      url &&
      /^https?:$/.test(url.protocol) &&
      !url.username &&
      !url.password &&
      !url.search &&
      !url.hash &&
      url.pathname === '/';
    if (fits) return url.origin;
    this.refuse(name, 'an http:// or https:// address without credentials, path or query');
    return fallback;
  }
}
