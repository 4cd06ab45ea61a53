import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { AccountPicture } from '../../accounts/AccountPicture';
import { TEXTS } from '../texts';
import { FoldedText } from './FoldedText';
import { Medium } from './Medium';
import type { Shown } from './shown';

/** A reel or a story: 9:16, with what the network lays over it. */
export function Tall({ account, text, files, cover, isFleeting }: Shown) {
  const [isSafe, setSafe] = useState(true);
  const [file] = files;
  return (
    <div>
      <div className={`preview-tall ${isFleeting ? 'is-story' : 'is-reel'}`}>
        {file && <Medium key={file.key} file={file} cover={cover} />}
        {isFleeting && <span className="preview-bar" aria-hidden="true" />}
        <div className="preview-over">
          <span className="preview-who">
            <AccountPicture account={account} />
            <span dir="auto">{account.name}</span>
          </span>
          {!isFleeting && text && (
            <p className="preview-words">
              <FoldedText text={text} network={account.network} isOverFilm />
            </p>
          )}
        </div>
        {isSafe && <div className="preview-safe" aria-hidden="true" />}
      </div>
      <FormControlLabel
        label={TEXTS.safeArea}
        control={
          <Checkbox
            size="small"
            checked={isSafe}
            onChange={(_event, isNow) => {
              setSafe(isNow);
            }}
          />
        }
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {isSafe && <p className="preview-note">{TEXTS.safeAreaHint}</p>}
    </div>
  );
}
