import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { User } from '../../types';
import { useKeptInput } from '../../keptInput';
import { Panel } from '../layout/Panel';
import { useConfig } from '../queries';
import { ConnectChoices } from './ConnectChoices';
import { Connections } from './Connections';
import { ConnectSteps } from './ConnectSteps';
import { defaultsOf, draftOf } from './facebookDraft';
import { FacebookFields } from './FacebookFields';
import { TEXTS } from './texts';

interface FacebookFormProps {
  user: User;
  /** Whether the accounts have cards, which tell how they are. */
  cards: boolean;
}

export function FacebookForm({ user, cards }: FacebookFormProps) {
  const config = useConfig();
  const rehearsal = config?.rehearsal;
  const [draft, setDraft] = useKeptInput('facebook settings', () => draftOf(user));
  const [kept, setKept] = useState(user);
  const [seen, setSeen] = useState(user);
  if (defaultsOf(user) !== defaultsOf(seen)) {
    setSeen(user);
    // Other defaults than the form's, by a card or a dialog: saving the old ones would bring them back.
    if (defaultsOf(user) !== defaultsOf(kept)) {
      setKept(user);
      setDraft(draftOf(user));
    }
  }
  const [pasting, setPasting] = useState(draft.access_token !== '');
  const connected = kept.has_access_token;
  // Who connects in Facebook's window needs no token.
  const folded = Boolean(config?.connect) && !connected && !cards && !pasting;
  const paste = () => {
    setPasting(true);
  };
  return (
    <Panel
      title={TEXTS.facebookSettings}
      aside={
        rehearsal && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            onClick={() => {
              const { access_token, page_id, instagram_page_id } = rehearsal;
              paste();
              setDraft({ ...draft, access_token, page_id, instagram_page_id });
            }}
          >
            {TEXTS.useRehearsalPage}
          </Button>
        )
      }
    >
      {cards ? (
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>{TEXTS.defaultsLead}</Typography>
      ) : (
        <>
          <Connections />
          <ConnectChoices connected={connected} paste={folded ? paste : undefined} />
        </>
      )}
      {!folded && (
        <>
          <ConnectSteps open={!connected} />
          <FacebookFields user={kept} draft={draft} setDraft={setDraft} saved={setKept} />
        </>
      )}
    </Panel>
  );
}
