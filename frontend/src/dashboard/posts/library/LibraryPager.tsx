import { Pagination } from '../../layout/Pagination';
import type { Library } from './useLibrary';
import { TEXTS } from './texts';

export function LibraryPager({ library }: { library: Library }) {
  const { page, pageSize, total, videos = [], setPage } = library;
  if (total <= pageSize) return null;
  const turnTo = (wanted: number) => () => {
    setPage(wanted);
  };
  return (
    <Pagination
      label={TEXTS.pagesOfTheLibrary}
      from={(page - 1) * pageSize + 1}
      shown={videos.length}
      total={total}
      previous={page > 1 && turnTo(page - 1)}
      next={page * pageSize < total && turnTo(page + 1)}
    />
  );
}
