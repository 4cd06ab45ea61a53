import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { isApiError, reasonOf } from '../../api';
import { date } from '../../format';
import { useUser } from '../queries';
import type { Inspection, OfferedPage } from './calls';
import { missingPermissions } from './permissions';
import { TEXTS } from './texts';

interface TokenInspectionProps {
  state: { pending: boolean; error: unknown; inspection: Inspection | undefined };
  /** The Page id in the form. */
  pageId: string;
  choose: (page: OfferedPage) => void;
}

/** Pages shown before "Show all". */
const SHOWN = 8;

/** Owner, expiry and Pages of a pasted token. */
export function TokenInspection({
  state: { pending, error, inspection },
  pageId,
  choose,
}: TokenInspectionProps) {
  if (pending) return <Typography role="status">{TEXTS.inspectingToken}</Typography>;
  if (error) {
    const sentence = isApiError(error) ? error.errors.access_token?.[0] : undefined;
    return (
      <Typography role="alert" sx={{ color: 'error.main' }}>
        {sentence ?? reasonOf(error)}
      </Typography>
    );
  }
  if (!inspection) return null;
  return (
    <Box role="status" aria-label={TEXTS.pastedToken} sx={{ display: 'grid', gap: 1 }}>
      <Typography>{sentenceOf(inspection)}</Typography>
      <End at={inspection.expires_at} />
      {Boolean(inspection.missing_permissions?.length) && (
        <Typography variant="body2" sx={{ color: 'tones.bad.text' }}>
          {missingPermissions(inspection.missing_permissions ?? [])}
        </Typography>
      )}
      {inspection.pages.length > 0 && <Pages pages={inspection.pages} pageId={pageId} choose={choose} />}
    </Box>
  );
}

function sentenceOf({ kind, pages }: Inspection): string {
  if (pages.length === 0) return TEXTS.tokenWithoutPage;
  if (kind === 'page') return TEXTS.pageToken(pages[0]?.name ?? 'a Page');
  return pages.length === 1 ? TEXTS.userTokenFor(pages[0]?.name ?? 'one Page') : TEXTS.userToken;
}

function End({ at }: { at: string | null }) {
  const { timezone } = useUser();
  if (!at) return null;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {TEXTS.tokenEnds(date(at, timezone))}
    </Typography>
  );
}

function Pages({ pages, pageId, choose }: { pages: OfferedPage[] } & Omit<TokenInspectionProps, 'state'>) {
  const [all, setAll] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {(all ? pages : pages.slice(0, SHOWN)).map((page) => {
        const chosen = page.page_id === pageId;
        return (
          <Button
            key={page.page_id}
            size="small"
            variant={chosen ? 'contained' : 'outlined'}
            color={chosen ? 'primary' : 'inherit'}
            aria-pressed={chosen}
            onClick={() => {
              choose(page);
            }}
            sx={{ textAlign: 'start', maxWidth: '100%', overflowWrap: 'anywhere' }}
          >
            <bdi>{page.name}</bdi>
            {page.instagram && ` and @${page.instagram.username}`}
          </Button>
        );
      })}
      {!all && pages.length > SHOWN && (
        <Button
          size="small"
          onClick={() => {
            setAll(true);
          }}
        >
          {TEXTS.showAllPages(pages.length)}
        </Button>
      )}
    </Box>
  );
}
