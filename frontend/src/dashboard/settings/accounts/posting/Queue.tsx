import QueueIcon from '@mui/icons-material/FormatListNumberedRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useLayoutEffect, useRef, useState } from 'react';
import { nameOf, type Account } from '../../../accounts/account';
import { Empty } from '../../../layout/Empty';
import { Failure } from '../../../layout/Failure';
import { moved, placeByKey } from './order';
import { QueueRow } from './QueueRow';
import { TEXTS } from './texts';
import { useQueue } from './useQueue';
import { useRowDrag } from './useRowDrag';

const SHOWN = 50;

/** What waits on an account, the next one first; its order can be changed. */
export function Queue({ account }: { account: Account }) {
  const { posts, outdated, isError, refetch, order } = useQueue(account.id);
  const [all, setAll] = useState(false);
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const [toFocus, setToFocus] = useState<number>();
  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    if (toFocus === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-handle="${toFocus}"]`)?.focus();
  }, [toFocus, posts]);

  const shown = all ? posts : posts?.slice(0, SHOWN);
  const place = (from: number, to: number) => {
    const post = posts?.[from];
    if (!posts || !post) return;
    order(moved(posts, from, to).map(({ id }) => id));
    setTold(TEXTS.moved(post.title, to + 1, posts.length));
  };
  const drag = useRowDrag(list, place);

  if (isError && !posts) return <Failure text={TEXTS.queueFailed} retry={refetch} />;
  if (!posts || !shown) return <Loading />;
  if (posts.length === 0)
    return (
      <Empty icon={QueueIcon} text={TEXTS.queueEmpty}>
        {TEXTS.queueEmptyHint}
      </Empty>
    );
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {TEXTS.hint}
      </Typography>
      <Box
        component="ul"
        ref={list}
        aria-label={`${TEXTS.queue}: ${nameOf(account)}`}
        onBlur={() => {
          setToFocus(undefined);
        }}
        sx={{ listStyle: 'none', m: 0, p: 0 }}
      >
        {shown.map((post, n) => (
          <QueueRow
            key={post.id}
            post={post}
            place={n + 1}
            outdated={outdated}
            drag={drag.of(n)}
            press={(key) => {
              const to = placeByKey(key, n, posts.length);
              if (to === undefined) return false;
              if (to >= SHOWN) setAll(true);
              setToFocus(post.id);
              place(n, to);
              return true;
            }}
          />
        ))}
      </Box>
      {shown.length < posts.length && (
        <Button
          fullWidth
          color="inherit"
          onClick={() => {
            setAll(true);
          }}
        >
          {TEXTS.showAll(posts.length)}
        </Button>
      )}
      <Box component="span" role="status" sx={UNSEEN}>
        {told}
      </Box>
    </>
  );
}

const Loading = () => (
  <Box role="status" aria-label={TEXTS.loading}>
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} variant="rounded" height={56} sx={{ mb: 1 }} />
    ))}
  </Box>
);

const UNSEEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' };
