import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  type Compilable,
  type Generated,
  type Insertable,
  type Selectable,
} from 'kysely';

/** `createdAt` is `created_at`, as SnakeNaming has it. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** What is a column, and not a relation. */
type Scalars<Entity> = {
  [Name in keyof Entity]-?: NonNullable<Entity[Name]> extends string | number ? Name : never;
}[keyof Entity] &
  string;

/**
 * The columns of an entity, as a row has them. `Given`: those that the database fills in when an INSERT leaves them out,
 * like a generated id or a default; what may be null may be left out anyway.
 */
export type Table<Entity, Given extends Scalars<Entity> = never> = {
  [Name in Scalars<Entity> as Snake<Name>]: Name extends Given ? Generated<Entity[Name]> : Entity[Name];
};

/** Each entity adds its table here, so that the entities are the one source of columns. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}

export type TableName = keyof Tables;

/** As a SELECT of all its columns gives it. */
export type Row<Name extends TableName> = Selectable<Tables[Name]>;

/** The columns of a table, as a query names them: `p.name` of `posts as p`. */
export type ColumnsOf<Name extends TableName, Alias extends string> = `${Alias}.${keyof Row<Name> & string}`;

/** What an INSERT needs: what the database fills in, and what may be null, can be left out. */
export type NewRow<Name extends TableName> = Insertable<Tables[Name]>;

/**
 * Builds statements; a wrong table, column or type does not compile. It has no connection: Database runs what it builds.
 * SQLite takes the quotes of MySQL, so there is one text for both.
 */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
});

/** A statement that was built and not run. */
export type Query<Row = unknown> = Compilable<Row>;

/** For what works on a table that it is given: whoever gives it names it, and its columns, by their types. */
export const anyTable = query as unknown as Kysely<Record<string, Record<string, string | number | null>>>;
