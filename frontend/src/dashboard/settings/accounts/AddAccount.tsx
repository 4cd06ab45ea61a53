import { useState } from 'react';
import { plural } from '../../../format';
import { addAccounts } from '../../accounts/calls';
import { FormDialog } from '../../layout/FormDialog';
import { idsOf, TokenFields, useTokenInspection, type Credentials } from '../TokenFields';
import { TEXTS } from './texts';
import { useAccountMutation } from './useAccountMutation';

const EMPTY: Credentials = { access_token: '', page_id: '', instagram_page_id: '' };

/** Adds a Page by its token, with its Instagram account if it has one. */
export function AddAccount({ close }: { close: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const { send, busy, refusal, at } = useAccountMutation({
    call: () =>
      addAccounts({
        access_token: draft.access_token.trim(),
        page_id: draft.page_id.trim(),
        ...(draft.instagram_page_id.trim() && { instagram_page_id: draft.instagram_page_id.trim() }),
      }),
    done: ({ length }) => TEXTS.added(plural(length, 'account')),
    failed: TEXTS.addFailed,
    fields: ['access_token', 'page_id', 'instagram_page_id'],
    close,
  });
  const fill = (page: Parameters<typeof idsOf>[0]) => {
    setDraft((now) => ({ ...now, ...idsOf(page) }));
  };
  const inspect = useTokenInspection(fill);
  return (
    <FormDialog
      title={TEXTS.addTitle}
      lead={TEXTS.addLead}
      submit={TEXTS.add}
      submitting={TEXTS.adding}
      busy={busy}
      wide
      refusal={refusal}
      close={close}
      send={() => {
        inspect.settle();
        send(undefined);
      }}
    >
      <TokenFields
        required
        draft={draft}
        change={(change) => {
          setDraft((now) => ({ ...now, ...change }));
        }}
        inspect={inspect}
        fill={fill}
        at={at}
      />
    </FormDialog>
  );
}
