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

/** `createdAt` → `created_at`, as in SnakeNaming. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** The properties that are columns and not relations. */
type Scalars<Entity> = {
  [Name in keyof Entity]-?: NonNullable<Entity[Name]> extends string | number ? Name : never;
}[keyof Entity] &
  string;

/**
 * The columns of an entity, as a row has them. `Given`: the columns that the database fills in when an INSERT omits
 * them, like a generated id or a default. Nullable columns may be omitted anyway.
 */
export type Table<Entity, Given extends Scalars<Entity> = never> = {
  [Name in Scalars<Entity> as Snake<Name>]: Name extends Given ? Generated<Entity[Name]> : Entity[Name];
};

/** Each entity adds its table here, so that the entities are the one source of columns. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Tables {}

export type TableName = keyof Tables;

/** A row, as a SELECT of all its columns returns it. */
export type Row<Name extends TableName> = Selectable<Tables[Name]>;

/** The qualified column names of a table in a query: `p.name` of `posts as p`. */
export type ColumnsOf<Name extends TableName, Alias extends string> = `${Alias}.${keyof Row<Name> & string}`;

/** The columns that an INSERT needs. Generated and nullable ones may be omitted. */
export type NewRow<Name extends TableName> = Insertable<Tables[Name]>;

/**
 * Builds statements; a wrong table, column or type does not compile. It has no connection: `Database` runs the
 * statements. SQLite accepts MySQL's quotes, so one text serves both.
 */
export const query = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new MysqlIntrospector(db),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
});

/** A statement that is built but not run. */
export type Query<Row = unknown> = Compilable<Row>;

/** For code that works on any table; its callers name the table and the columns by their types. */
export const anyTable = query as unknown as Kysely<Record<string, Record<string, string | number | null>>>;
