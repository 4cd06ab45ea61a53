/** What one unit of work costs. CPU in seconds, of the product, MySQL and Redis apart; the product's is with its probers'. */
export interface Cost {
  product: number;
  database: number;
  redis: number;
  /** That the database was sent. */
  statements: number;
  /** That changed something in the database. */
  transactions: number;
  /** Of the database's disk; transactions that come together share some. */
  syncs: number;
  redisCommands: number;
  /** Between product and database, both ways. */
  databaseBytes: number;
  /** Bytes that reached the disk: of the database, or with SQLite of the product. */
  disk: number;
}

/** Something of which a part is paid for each piece, and a part for its size. */
export interface SizedCost {
  each: Cost;
  perMb: Cost;
}

export interface SetupCosts {
  /** A minute of a process that does nothing. */
  idle: Cost;
  publish: SizedCost;
  upload: SizedCost;
  /** One page of a list, 15 rows. */
  list: Cost;
  /** A time for a post. Nobody publishes meanwhile, but on one machine, where one process does all. */
  change: Cost;
  /** What a publisher does because another process made a change; nothing on one machine. */
  look: Cost;
  login: Cost;
  /** A minute of an open stream of events. */
  stream: Cost;
  /** Resident bytes. */
  memory: { idle: number; publishing: number; stream: number };
}

export interface Table {
  name: string;
  rowsPerPost: number;
  /** With the indexes. */
  bytesPerPost: number;
}

/** Everything that the bench `capacity` found in one run. */
export interface CapacityResult {
  measuredAt: string;
  machine: string;
  node: string;
  mariadb: string;
  redis: string;
  /** The load average when it began, and when it ended. */
  load: [number, number];
  /** Everything in one process: SQLite and a folder. */
  one: SetupCosts;
  /** Processes that share MariaDB, Redis and a bucket; `idle` is an api process's. */
  many: SetupCosts;
  /** A minute of a publisher that has nothing to do. */
  publisherIdle: Cost;
  /** Calls to the network for one reel. */
  callsPerPost: number;
  listBytes: number;
  /** CPU seconds to encrypt a megabyte for TLS. */
  encryptPerMb: number;
  /** Milliseconds that the disk takes for a durable write of 4 KB. */
  syncMs: number;
  redisBytesPerWake: number;
  tables: { one: Table[]; many: Table[] };
  stepsKeptDays: number;
  /** Connections that one process holds to MySQL at most, and those that the server takes unless it is told otherwise. */
  connections: { perProcess: number; ofServer: number };
}
