import { useListContext } from 'react-admin';
import { Empty } from '../../layout/Empty';
import type { FilterValues, AdminListOptions } from './adminListOptions';
import { TEXTS } from './texts';

/** An empty list, or no match. */
export function AdminListEmpty({ icon, text, next }: AdminListOptions<never>['empty']) {
  const filterValues = useListContext().filterValues as FilterValues;
  const filtered = Object.keys(filterValues).length > 0;
  return (
    <Empty icon={icon} text={filtered ? TEXTS.noMatch : text}>
      {filtered ? TEXTS.noMatchHint : next}
    </Empty>
  );
}
