import SearchIcon from '@mui/icons-material/SearchRounded';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useState } from 'react';
import { choicesOf, matching } from './choice';
import { PickerPage } from './PickerPage';
import { TEXTS } from './texts';
import type { PickerState } from './usePicker';

/** More than these can be searched. */
const FEW = 10;

/** Plain elements styled in picker.css, since there may be hundreds. */
export function PickerPages({ pages, choice, count, toggle, busy }: PickerState) {
  const [text, setText] = useState('');
  const shown = matching(pages, useDeferredValue(text));
  const keys = choicesOf(shown);
  const ticked = keys.filter((key) => choice.has(key)).length;
  const all = keys.length > 0 && ticked === keys.length;
  return (
    <>
      {pages.length > FEW && (
        <TextField
          type="search"
          size="small"
          fullWidth
          placeholder={TEXTS.search}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
          slotProps={{
            htmlInput: { 'aria-label': TEXTS.search, maxLength: 255 },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
          sx={{ mb: 1 }}
        />
      )}
      <div className="picker-head">
        <label className="picker-all">
          <input
            type="checkbox"
            checked={all}
            disabled={busy || keys.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && !all;
            }}
            onChange={() => {
              toggle(keys, !all);
            }}
          />
          {TEXTS.selectAll}
        </label>
        <span role="status" className="picker-count">
          {TEXTS.chosen(count, choicesOf(pages).length)}
        </span>
      </div>
      {shown.length > 0 ? (
        <ul className="picker-pages" aria-label={TEXTS.pages}>
          {shown.map((page) => (
            <PickerPage key={page.page_id} page={page} choice={choice} toggle={toggle} busy={busy} />
          ))}
        </ul>
      ) : (
        <Typography role="status" sx={{ color: 'text.secondary', textAlign: 'center', py: 4 }}>
          {TEXTS.noMatch}
        </Typography>
      )}
    </>
  );
}
