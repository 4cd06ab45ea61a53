import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { FormatName } from '../../../../backend/publishing/formats/formats';
import { nameOf, type Account } from '../accounts/account';
import { AccountPicture } from '../accounts/AccountPicture';
import { TEXTS as ACCOUNTS } from '../accounts/texts';
import { choicesOf, chosenFormat, isFleeting, unfitReason } from './fitting';
import { OwnFields } from './OwnFields';
import { TEXTS } from './texts';
import { toggled, withTarget } from './unsentPost';
import type { Composer } from './useComposer';

interface TargetRowProps {
  account: Account;
  composer: Composer;
}

export function TargetRow({ account, composer }: TargetRowProps) {
  const { post, files, wrong, change } = composer;
  const { id, network } = account;
  const name = nameOf(account);
  const noteId = useId();
  const target = post.targets.find(({ accountId }) => accountId === id);
  const unfit = unfitReason(network, files);
  const isChosen = target !== undefined && unfit === null;
  // One that was ticked before the file was chosen can be left out again.
  const isLocked = unfit !== null && !target;
  const choices = choicesOf(network, files);
  const format = target ? chosenFormat(target.format, choices) : null;
  const formatWrong = wrong[`format ${id}`];
  const note = unfit ?? wrong[`account ${id}`];
  return (
    <Box component="li" sx={{ ...ROW, borderColor: isChosen ? 'primary.main' : 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
        <Box component="label" sx={{ ...LABEL, cursor: isLocked ? 'default' : 'pointer' }}>
          <Checkbox
            size="small"
            checked={target !== undefined}
            disabled={isLocked}
            onChange={() => {
              change((now) => toggled(now, id), 'accounts');
            }}
            slotProps={{ input: { 'aria-describedby': note ? noteId : undefined } }}
            sx={{ ml: -1 }}
          />
          <AccountPicture account={{ ...account, name }} size="large" />
          <Box component="span" sx={{ minWidth: 0 }}>
            <Box
              component="span"
              dir="auto"
              sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}
            >
              {name}
            </Box>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {ACCOUNTS[network]}
            </Typography>
          </Box>
        </Box>
        {isChosen && format && (
          <TextField
            select
            size="small"
            value={format}
            onChange={(event) => {
              const wanted = event.target.value as FormatName;
              change((now) => withTarget(now, id, { format: wanted }), `format ${id}`);
            }}
            error={formatWrong !== undefined}
            slotProps={{ htmlInput: { 'aria-label': TEXTS.formatFor(name) } }}
            sx={{ width: { xs: '100%', sm: 172 } }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice.name} value={choice.name} disabled={choice.why !== null} sx={OPTION}>
                {TEXTS.format(choice.name)}
                {choice.why !== null && <Typography variant="body2">{choice.why}</Typography>}
              </MenuItem>
            ))}
          </TextField>
        )}
      </Box>
      {note && (
        <Typography
          id={noteId}
          role={target && unfit ? 'alert' : undefined}
          variant="body2"
          sx={{
            color: unfit && !target ? 'text.secondary' : 'error.main',
            mt: 0.5,
            overflowWrap: 'anywhere',
          }}
        >
          {note}
        </Typography>
      )}
      {isChosen && formatWrong && (
        <Typography
          role="alert"
          data-wrong
          tabIndex={-1}
          variant="body2"
          sx={{ color: 'error.main', mt: 0.5 }}
        >
          {formatWrong}
        </Typography>
      )}
      {isChosen && (
        <OwnFields
          account={account}
          target={target}
          isStory={format !== null && isFleeting(network, format)}
          composer={composer}
        />
      )}
    </Box>
  );
}

const ROW = { px: 1.5, py: 1, border: 1, borderRadius: 1, transition: 'border-color 150ms' };
const LABEL = { display: 'flex', alignItems: 'center', gap: 1.5, flex: '1 1 200px', minWidth: 0 };
const OPTION = { display: 'block', maxWidth: 320, whiteSpace: 'normal' };
