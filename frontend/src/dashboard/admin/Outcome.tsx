import { StatusChip } from '../posts/StatusChip';
import type { Publication } from './records';

export const Outcome = ({ outcome }: Pick<Publication, 'outcome'>) => (
  <StatusChip status={outcome ?? 'no answer yet'} />
);
