import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { SharedVideo } from '../../../types';
import { useDataProvider } from 'react-admin';
import { TEXTS } from './texts';

const PAGE_SIZE = 12;

/** The shared library, a page at a time, by title and category. */
export function useLibrary() {
  const provider = useDataProvider();
  const [page, setPage] = useState(1);
  const [text, setText] = useState('');
  const [category, setCategory] = useState<number>();
  const q = useDeferredValue(text.trim());
  const filter = { ...(q && { q }), ...(category && { category_id: category }) };
  const query = useQuery({
    queryKey: ['shared-videos', 'choices', page, filter],
    queryFn: () =>
      provider.getList<SharedVideo>('shared-videos', {
        pagination: { page, perPage: PAGE_SIZE },
        sort: { field: 'id', order: 'DESC' },
        filter,
      }),
    placeholderData: keepPreviousData,
    meta: { failure: TEXTS.videosFailed },
  });
  const last = Math.max(1, Math.ceil((query.data?.total ?? 0) / PAGE_SIZE));
  // Videos that were removed meanwhile may have left it empty.
  if (query.isSuccess && !query.isPlaceholderData && page > last) setPage(last);
  return {
    query,
    videos: query.data?.data,
    total: query.data?.total ?? 0,
    pageSize: PAGE_SIZE,
    page,
    setPage,
    text,
    setText(wanted: string) {
      setText(wanted);
      setPage(1);
    },
    category,
    setCategory(wanted: number | undefined) {
      setCategory(wanted);
      setPage(1);
    },
    narrowed: q !== '' || category !== undefined,
  };
}

export type Library = ReturnType<typeof useLibrary>;
