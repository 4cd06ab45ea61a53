import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { plural } from '../../../format';
import { nameOf } from '../../accounts/account';
import { AccountPicture } from '../../accounts/AccountPicture';
import { SCROLLED, useAccountSearch } from '../../accounts/useAccountSearch';
import { useFormat } from '../FormatContext';
import { useAccountsToMoveTo } from './accountsToMoveTo';
import type { BulkDialogProps } from './bulkDialogProps';
import { BulkForm } from './BulkForm';
import { TEXTS } from './texts';

/** Gives posts to another account of their network. */
export function MoveDialog(props: BulkDialogProps) {
  const { posts } = props;
  const { texts } = useFormat();
  const accounts = useAccountsToMoveTo(posts);
  const [chosen, setChosen] = useState<number>();
  const to = accounts.find(({ id }) => id === chosen) ?? (accounts.length === 1 ? accounts[0] : undefined);
  const { shown, field } = useAccountSearch(accounts, ({ id }) => id === to?.id);
  return (
    <BulkForm
      {...props}
      title={TEXTS.moveMany(plural(posts.length, texts.one, texts.many))}
      submit={TEXTS.move}
      change={to && { action: 'move', account_id: to.id }}
    >
      <Typography sx={{ color: 'text.secondary' }}>{TEXTS.moveHint}</Typography>
      {field}
      <RadioGroup
        aria-label={TEXTS.account}
        sx={field === null ? undefined : SCROLLED_RADIOS}
        value={to?.id ?? ''}
        onChange={(_event, value) => {
          setChosen(Number(value));
        }}
      >
        {shown.map((account) => (
          <FormControlLabel
            key={account.id}
            value={account.id}
            control={<Radio />}
            label={
              <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
                <AccountPicture account={{ ...account, name: nameOf(account) }} />
                <span dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {nameOf(account)}
                </span>
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </BulkForm>
  );
}

/** In one column, beside the scroll bar. */
const SCROLLED_RADIOS = { ...SCROLLED, flexWrap: 'nowrap' };
