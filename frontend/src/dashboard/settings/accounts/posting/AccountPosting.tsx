import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { OpenedPart } from '../../../layout/OpenedPart';
import { lazyPart } from '../../../../lazyPart';
import { nameOf, type Account } from '../../../accounts/account';
import { TEXTS } from '../texts';
import type { PostingTab } from './PostingDialog';
import { frequenciesText } from './frequencies';

const PostingDialog = lazyPart(() =>
  import('./PostingDialog').then((part) => ({ default: part.PostingDialog })),
);

/** When unscheduled posts go out, in words, and the ways to change it and to see what waits. */
export const AccountPosting = ({ account }: { account: Account }) => (
  <>
    <Box component="span" sx={{ mr: 1 }}>
      {account.posting === 'slots' ? TEXTS.atPostingTimes : frequenciesText(account)}
    </Box>{' '}
    <PostingActions account={account} change={TEXTS.change} />
  </>
);

/** The ways to change when an account posts, and to see what waits for it. */
export function PostingActions({ account, change }: { account: Account; change: string }) {
  const [opened, setOpened] = useState<PostingTab>();
  const name = nameOf(account);
  const open = (tab: PostingTab, text: string, label: string) => (
    <Button
      size="small"
      sx={{ minWidth: 0, px: 0.5, py: 0 }}
      aria-label={label}
      onClick={() => {
        setOpened(tab);
      }}
    >
      {text}
    </Button>
  );
  const named = account.posting === 'slots' || change === TEXTS.postingTimes;
  return (
    // What stands inside of the buttons does so where a line begins, too.
    <Box component="span" sx={{ display: 'inline-flex', columnGap: 1, ml: -0.5 }}>
      {open('times', change, named ? TEXTS.changeTimes(name) : TEXTS.changeFrequency(name))}
      {open('queue', TEXTS.queue, TEXTS.queueOf(name))}
      {opened && (
        <OpenedPart
          close={() => {
            setOpened(undefined);
          }}
        >
          <PostingDialog
            account={account}
            opened={opened}
            close={() => {
              setOpened(undefined);
            }}
          />
        </OpenedPart>
      )}
    </Box>
  );
}
