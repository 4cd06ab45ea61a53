export { metaError, rateLimited, uploadError } from '../../../backend/meta-world/answer';
export { FakeGraph, type FakeGraphOptions } from './fake-graph';
export type { PageSpec } from './accounts';
export type { Fault, FaultAction } from './faults';
export { FakeGraphProcess } from './process';
