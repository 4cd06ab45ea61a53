import DragIcon from '@mui/icons-material/DragIndicatorRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { dateTime, relative } from '../../../../format';
import type { Post } from '../../../../types';
import { KINDS } from '../../../posts/kinds';
import { mediaUrl, Poster } from '../../../posts/Thumbnail';
import { useUser } from '../../../queries';
import { TEXTS } from './texts';
import type { RowDrag } from './useRowDrag';

interface QueueRowProps {
  post: Post;
  /** From 1. */
  place: number;
  /** Its time is that of a former order. */
  outdated: boolean;
  drag: RowDrag;
  /** @returns whether the key moved it. */
  press: (key: string) => boolean;
}

/** A post that waits, when it goes out, and what moves it. */
export function QueueRow({ post, place, outdated, drag, press }: QueueRowProps) {
  const { timezone } = useUser();
  const { label, media } = KINDS[post.kind];
  const { next_at: next, title } = post;
  return (
    <Box component="li" sx={{ ...ROW, ...(drag.isDragged && DRAGGED), ...(drag.mark && MARKS[drag.mark]) }}>
      <IconButton
        size="small"
        data-handle={post.id}
        aria-label={TEXTS.move(title)}
        {...drag.handle}
        onKeyDown={(event) => {
          if (press(event.key)) event.preventDefault();
        }}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <Typography component="span" sx={{ width: 28, textAlign: 'right', color: 'text.secondary' }}>
        {place}
      </Typography>
      <Box aria-hidden="true" sx={PICTURE}>
        <Poster src={post.thumbnail_path && mediaUrl(post.thumbnail_path)} media={media} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography noWrap dir="auto" title={title} sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Typography
          variant="body2"
          sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums', opacity: outdated ? 0.6 : 1 }}
        >
          {label} ·{' '}
          {next ? (
            <time dateTime={next} title={relative(next, Date.now())}>
              {dateTime(next, timezone)}
            </time>
          ) : (
            TEXTS.noTime
          )}
        </Typography>
      </Box>
    </Box>
  );
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  py: 0.75,
  pr: 1,
  borderRadius: 1,
  borderBlock: '2px solid transparent',
  fontVariantNumeric: 'tabular-nums',
  '&:hover': { bgcolor: 'sunken' },
};

const DRAGGED = { opacity: 0.5, bgcolor: 'sunken' };

const MARKS = {
  before: { borderTopColor: 'primary.main' },
  after: { borderBottomColor: 'primary.main' },
};

const SIZE = { width: '36px !important', height: '48px !important' };

const PICTURE = { flex: 'none', '& > *': SIZE, '& img': SIZE, ...SIZE };
