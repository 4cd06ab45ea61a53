import type { CompiledQuery } from 'kysely';
import type { SqlValue } from './database';
import type { Query } from './tables';

/** Where a value is bound later. */
class Place {
  constructor(readonly name: string) {}
}

/** A value for each place, by name. */
export type Values = Record<string, SqlValue>;

/** Stand for the values while a statement is built: one for every name. */
export const PLACES = new Proxy({}, { get: (_, name) => new Place(String(name)) });

/** Keeps the text of a statement that has places. @returns what binds values to them. */
export function keep<Row>(built: Query<Row>): (values: Values) => Query<Row> {
  const { sql, parameters } = built.compile();
  return (values) => ({
    compile: () => {
      const bound = parameters.map((each) => (each instanceof Place ? values[each.name] : each));
      // The tree it was built from is not kept: nobody asks for it.
      return { sql, parameters: bound } as unknown as CompiledQuery<Row>;
    },
  });
}

/**
 * A statement that is built once, for what runs with every request: afterwards only its values are bound. The values
 * that `build` is given are places, to be passed on and not to be looked at.
 */
export function prepared<Given extends Values, Row>(
  build: (values: Given) => Query<Row>,
): (values: Given) => Query<Row> {
  let bind: ((values: Values) => Query<Row>) | undefined;
  return (values) => (bind ??= keep(build(PLACES as Given)))(values);
}
