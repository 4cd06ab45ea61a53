import { useListContext } from 'react-admin';
import { Empty } from '../../layout/Empty';
import type { FilterValues, GridOptions } from './grid';

/** There is nothing yet, or nothing that was asked for. */
export function NothingFound({ icon, text, next }: GridOptions<never>['empty']) {
  const filterValues = useListContext().filterValues as FilterValues;
  const filtered = Object.keys(filterValues).length > 0;
  return (
    <Empty icon={icon} text={filtered ? 'Nothing matches' : text}>
      {filtered ? 'Try another word, or take the filters away.' : next}
    </Empty>
  );
}
