import type { MetaCall } from '../../../backend/meta-world/call';
import type { FaultAction } from './faults';
import type { Call } from './history';

/** A call with its record in the history and its fault. */
export interface FakeCall extends MetaCall {
  record: Call;
  action: FaultAction;
}
