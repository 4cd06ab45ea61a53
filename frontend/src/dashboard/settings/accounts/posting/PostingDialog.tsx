import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { nameOf, type Account } from '../../../accounts/account';
import { PostingForm } from './PostingForm';
import { Queue } from './Queue';
import { TEXTS } from './texts';

export type PostingTab = 'times' | 'queue';

interface PostingDialogProps {
  account: Account;
  opened: PostingTab;
  close: () => void;
}

/** When an account posts, and what. */
export function PostingDialog({ account, opened, close }: PostingDialogProps) {
  const id = useId();
  const [tab, setTab] = useState(opened);
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ pb: 1, overflowWrap: 'anywhere' }}>
        {TEXTS.title(nameOf(account))}
      </DialogTitle>
      <Tabs
        value={tab}
        onChange={(_event, chosen: PostingTab) => {
          setTab(chosen);
        }}
        aria-labelledby={id}
        sx={{ px: 3, flex: 'none', borderBottom: 1, borderColor: 'divider' }}
      >
        <Tab value="times" label={TEXTS.postingTimes} id={`${id}-times`} aria-controls={`${id}-panel`} />
        <Tab value="queue" label={TEXTS.queue} id={`${id}-queue`} aria-controls={`${id}-panel`} />
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} style={PANEL}>
        {tab === 'times' ? (
          <PostingForm account={account} close={close} />
        ) : (
          <>
            <DialogContent sx={{ minHeight: 240 }}>
              <Queue account={account} />
            </DialogContent>
            <DialogActions>
              <Button color="inherit" onClick={close}>
                {TEXTS.close}
              </Button>
            </DialogActions>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** What is in it scrolls above its buttons. */
const PANEL = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
