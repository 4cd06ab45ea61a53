import { StatusChip } from '../../layout/StatusChip';
import type { Publication } from '../../../types';

export const OutcomeChip = ({ outcome }: Pick<Publication, 'outcome'>) => (
  <StatusChip status={outcome ?? 'no answer yet'} />
);
