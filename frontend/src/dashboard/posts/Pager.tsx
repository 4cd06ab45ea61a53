import { useListContext } from 'react-admin';
import { Pages } from './Pages';

export function Pager() {
  const { page, perPage, total = 0, data = [], setPage, hasNextPage, hasPreviousPage } = useListContext();
  const turnTo = (wanted: number) => () => {
    setPage(wanted);
  };
  return (
    <Pages
      label="Pages"
      from={(page - 1) * perPage + 1}
      shown={data.length}
      total={total}
      previous={hasPreviousPage === true && turnTo(page - 1)}
      next={hasNextPage === true && turnTo(page + 1)}
    />
  );
}
