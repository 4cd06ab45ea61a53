export { FakeGraph, type FakeGraphOptions } from './fake-graph';
export { metaError, rateLimited, uploadError, type Answer, type Fault, type FaultAction } from './faults';
export type { Call, CallListener } from './history';
export type { PublicObject } from './checker';
export type { PageSpec } from './world';
export { FakeGraphProcess } from './process';
