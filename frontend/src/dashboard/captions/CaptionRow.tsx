import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { date, dateTime } from '../../format';
import type { Caption } from '../../types';
import { EditableRow } from '../layout/EditableRow';
import type { HoldRow } from '../layout/useHeldRows';
import { useUser } from '../queries';
import { beginning } from './captionText';
import { DeleteCaption } from './DeleteCaption';
import { EditCaption } from './EditCaption';
import { TEXTS } from './texts';

/** One caption, to read or to edit. */
export function CaptionRow({ caption, hold }: { caption: Caption; hold: HoldRow<Caption> }) {
  const { timezone } = useUser();
  return (
    <EditableRow
      row={caption}
      hold={hold}
      of={`caption ${caption.id}`}
      name={TEXTS.namedCaption(beginning(caption.content))}
      edit={(close) => <EditCaption caption={caption} close={close} />}
      remove={(close) => <DeleteCaption caption={caption} close={close} />}
      read={(actions) => (
        <Box sx={LAYOUT}>
          <Box sx={{ gridArea: 'text', minWidth: 0 }}>
            <LongText text={caption.content} />
          </Box>
          <Typography
            variant="body2"
            title={dateTime(caption.created_at, timezone)}
            sx={{ gridArea: 'date', color: 'text.secondary', whiteSpace: 'nowrap' }}
          >
            {TEXTS.createdOn(date(caption.created_at, timezone))}
          </Typography>
          {actions}
        </Box>
      )}
    />
  );
}

/** The actions are beside the text, or on narrow screens beside the date. */
const LAYOUT = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 3,
  rowGap: { xs: 1, sm: 0.5 },
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateAreas: { xs: '"text text" "date actions"', sm: '"text actions" "date actions"' },
};

const LINES = 4;
const isLong = (text: string) => text.length > 320 || text.split('\n').length > LINES;

/** A long text shows its first lines until expanded. */
function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const long = isLong(text);
  const cut = {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: LINES,
    overflow: 'hidden',
  };
  return (
    <>
      <Typography
        dir="auto"
        sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760, ...(long && !whole && cut) }}
      >
        {text}
      </Typography>
      {long && (
        <Button
          size="small"
          aria-expanded={whole}
          sx={{ ml: -1.25 }}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {whole ? TEXTS.showLess : TEXTS.showAll}
        </Button>
      )}
    </>
  );
}
