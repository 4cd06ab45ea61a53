import type { CompiledQuery } from 'kysely';
import type { SqlValue } from './database';
import type { Query } from './tables';

/** A place in a statement where a value is bound later. */
class Place {
  constructor(readonly name: string) {}
}

/** Values by the names of their places. */
export type Values = Record<string, SqlValue>;

/** Stand-ins for the values while a statement is built, one per name. */
export const PLACES = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/** Keeps the text of a statement with places. @returns a function that binds values to them. */
export function keep<Row>(built: Query<Row>): (values: Values) => Query<Row> {
  const { sql, parameters } = built.compile();
  return (values) => ({
    compile: () => {
      const bound = parameters.map((each) => (each instanceof Place ? values[each.name] : each));
      // The syntax tree is not kept: nothing reads it.
      return { sql, parameters: bound } as unknown as CompiledQuery<Row>;
    },
  });
}

/**
 * Builds a statement once, for what runs with every request; afterwards only its values are bound. The values that
 * `build` receives are places: pass them on, do not read them.
 */
export function prepared<Given extends Values, Row>(
  build: (values: Given) => Query<Row>,
): (values: Given) => Query<Row> {
  let bind: ((values: Values) => Query<Row>) | undefined;
  return (values) => (bind ??= keep(build(PLACES as Given)))(values);
}

/**
 * The same for an update whose columns differ from call to call: one statement is kept for each set of them. No column
 * may be named like a value of `key`.
 */
export function preparedUpdate<Key extends Values, Columns extends Values, Row>(
  build: (key: Key, columns: Columns) => Query<Row>,
): (key: Key, columns: Columns) => Query<Row> {
  const kept = new Map<string, (values: Values) => Query<Row>>();
  return (key, columns) => {
    const names = Object.keys(columns).filter((name) => columns[name] !== undefined);
    const id = names.join();
    let bind = kept.get(id);
    if (!bind) {
      const places = Object.fromEntries(names.map((name) => [name, new Place(name)]));
      bind = keep(build(PLACES as Key, places as unknown as Columns));
      kept.set(id, bind);
    }
    return bind({ ...columns, ...key });
  };
}
