import CaptionsIcon from '@mui/icons-material/ShortTextOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import Skeleton from '@mui/material/Skeleton';
import { useRef } from 'react';
import { useListContext } from 'react-admin';
import type { Caption } from '../../types';
import { Empty } from '../layout/Empty';
import { Failure } from '../layout/Failure';
import { useFailureToast } from '../layout/useFailureToast';
import { useOpenedView } from '../layout/AddressedList';
import { ListPagination } from '../layout/ListPagination';
import { useFocusFallback } from '../posts/useFocusFallback';
import { useHeldRows } from '../layout/useHeldRows';
import { CaptionRow } from './CaptionRow';
import { TEXTS } from './texts';

/** A single page needs no search. */
const SEARCHED_FROM = 15;

const FAILED = TEXTS.fetchFailed;
const NONE: Caption[] = [];

/** As the list has them: the newest first. */
const byAge = (one: Caption, other: Caption) => other.id - one.id;

export function CaptionList() {
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    total = 0,
    setFilters,
    ...list
  } = useListContext<Caption>();
  const opened = useOpenedView();
  const search = (list.filterValues as { q?: string }).q ?? '';
  // Until the answer, the rows and their number are those of the last search.
  const searched = search !== '' || isPlaceholderData;
  const few = total <= SEARCHED_FROM && !searched;
  useFailureToast(error, FAILED);
  const card = useRef<HTMLElement>(null);
  const shown = error || isPending ? NONE : data;
  const { rows, hold } = useHeldRows(shown);
  useFocusFallback(card, rows.length);
  return (
    <Card
      component="section"
      ref={card}
      tabIndex={-1}
      aria-label={TEXTS.yourCaptions}
      sx={{ outline: 'none' }}
    >
      {!few && (
        <TextField
          key={opened.key}
          type="search"
          size="small"
          fullWidth
          placeholder={TEXTS.searchCaptions}
          defaultValue={opened.view.filter.q ?? ''}
          onChange={(event) => {
            const q = event.target.value.trim();
            setFilters(q ? { q } : {}, [], true);
          }}
          slotProps={{ htmlInput: { 'aria-label': TEXTS.searchCaptions, maxLength: 255 } }}
          sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider' }}
        />
      )}
      {error ? (
        <Failure text={FAILED} retry={refetch} />
      ) : isPending ? (
        <Loading />
      ) : data.length === 0 && searched ? (
        <Typography sx={{ p: 3, color: 'text.secondary' }}>{TEXTS.noMatch}</Typography>
      ) : data.length === 0 ? (
        <Empty icon={CaptionsIcon} text={TEXTS.empty}>
          {TEXTS.rotationHint}
        </Empty>
      ) : null}
      {rows.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderBottom: 1, borderColor: 'divider' }}>
          {rows.sort(byAge).map((caption) => (
            <CaptionRow key={caption.id} caption={caption} hold={hold} />
          ))}
        </Box>
      )}
      {shown.length > 0 && <ListPagination />}
    </Card>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[80, 55, 70, 40].map((width) => (
      <Box key={width} sx={{ p: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width={`${width}%`} height={24} />
        <Skeleton width={140} />
      </Box>
    ))}
  </Box>
);
