export { metaError, rateLimited, uploadError, type Answer } from '../../../backend/meta-world/answer';
export { FakeGraph, type FakeGraphOptions } from './fake-graph';
export type { PageSpec } from './accounts';
export type { PublicObject } from './checker';
export type { Fault, FaultAction } from './faults';
export type { Call, CallListener } from './history';
export { FakeGraphProcess } from './process';
