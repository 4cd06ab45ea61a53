import { useListContext } from 'react-admin';
import { Pagination } from './Pagination';
import { TEXTS } from './texts';

export function ListPagination() {
  const { page, perPage, total = 0, data = [], setPage, hasNextPage, hasPreviousPage } = useListContext();
  const turnTo = (wanted: number) => () => {
    setPage(wanted);
  };
  return (
    <Pagination
      label={TEXTS.pages}
      from={(page - 1) * perPage + 1}
      shown={data.length}
      total={total}
      previous={hasPreviousPage === true && turnTo(page - 1)}
      next={hasNextPage === true && turnTo(page + 1)}
    />
  );
}
