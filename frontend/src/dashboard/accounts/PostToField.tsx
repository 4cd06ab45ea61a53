import BoxIcon from '@mui/icons-material/CheckBoxOutlineBlankRounded';
import TickedIcon from '@mui/icons-material/CheckBoxRounded';
import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import TextField from '@mui/material/TextField';
import { nameOf } from './account';
import { AccountPicture } from './AccountPicture';
import { TEXTS } from './texts';
import type { usePostTo } from './usePostTo';

type PostToFieldProps = Omit<ReturnType<typeof usePostTo>, 'ids'> & { disabled: boolean };

/** One or more accounts; the last cannot be taken away. */
export function PostToField({ choice, chosen, choose, disabled }: PostToFieldProps) {
  const only = chosen.length === 1;
  return (
    <Autocomplete
      multiple
      size="small"
      disableClearable
      disableCloseOnSelect
      disablePortal
      disabled={disabled}
      limitTags={3}
      options={choice}
      value={chosen}
      onChange={(_event, accounts) => {
        choose(accounts);
      }}
      getOptionLabel={nameOf}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      renderOption={({ key, ...props }, account, { selected }) => (
        <li key={key} {...props} style={{ gap: 12 }}>
          {selected ? <TickedIcon color="primary" fontSize="small" /> : <BoxIcon fontSize="small" />}
          <AccountPicture account={{ ...account, name: nameOf(account) }} />
          <span dir="auto" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {nameOf(account)}
          </span>
        </li>
      )}
      renderValue={(accounts, itemProps) =>
        accounts.map((account, index) => {
          const { key, onDelete, ...props } = itemProps({ index });
          return (
            <Chip
              key={key}
              {...props}
              size="small"
              label={<bdi>{nameOf(account)}</bdi>}
              // Padding, since the mark stands out of the picture.
              icon={
                <span style={{ display: 'inline-flex', paddingInline: '4px 2px' }}>
                  <AccountPicture account={{ ...account, name: nameOf(account) }} />
                </span>
              }
              onDelete={only ? undefined : onDelete}
            />
          );
        })
      }
      renderInput={(input) => <TextField {...input} label={TEXTS.postTo} />}
      sx={{ maxWidth: 640 }}
    />
  );
}
