import { useListContext } from 'react-admin';
import { Empty } from '../../layout/Empty';
import type { FilterValues, AdminListOptions } from './adminListOptions';

/** There is nothing yet, or nothing that was asked for. */
export function AdminListEmpty({ icon, text, next }: AdminListOptions<never>['empty']) {
  const filterValues = useListContext().filterValues as FilterValues;
  const filtered = Object.keys(filterValues).length > 0;
  return (
    <Empty icon={icon} text={filtered ? 'Nothing matches' : text}>
      {filtered ? 'Try another word, or take the filters away.' : next}
    </Empty>
  );
}
