import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { DropTarget } from '../posts/upload/DropTarget';
import { useFocusFallback } from '../posts/useFocusFallback';
import { FileRow } from './FileRow';
import type { Place } from './sending';
import { TEXTS } from './texts';
import { UseShared } from './UseShared';
import type { PostFields } from './useComposer';

const OF_ANY = {
  rules: {
    accept: '.mp4,.mov,.jpg,.jpeg,.png,.gif,video/mp4,video/quicktime,image/jpeg,image/png,image/gif',
    help: TEXTS.filesHelp,
  },
  texts: { many: TEXTS.photosAndVideos },
};

const OF_EDITED = { ...OF_ANY, rules: { ...OF_ANY.rules, help: TEXTS.filesOfEditedHelp } };

interface FilesProps {
  composer: PostFields;
  /** What is said of files that fit none of the chosen accounts. */
  unfit?: Record<Place, string>;
  /** How many there can be, where that is known; undefined: as many as some format takes. */
  most?: number;
  /** Whether a video of the library can be its file. */
  takesShared?: boolean;
}

export function Files({ composer, unfit, most = Infinity, takesShared = true }: FilesProps) {
  const { files, store, wrong, change } = composer;
  const ofAll = wrong.files ?? unfit?.files;
  const isShared = files.some(({ sharedVideoId }) => sharedVideoId !== null);
  const input = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLElement>(null);
  useFocusFallback(card, files);
  return (
    <Card component="section" ref={card} tabIndex={-1} aria-label={TEXTS.files} sx={{ outline: 'none' }}>
      {!isShared && files.length < most && (
        <DropTarget
          format={most === Infinity ? OF_ANY : OF_EDITED}
          input={input}
          small={files.length > 0}
          add={(added) => {
            store.add(added);
            change({}, 'files');
          }}
        />
      )}
      {takesShared && files.length === 0 && <UseShared composer={composer} />}
      {ofAll && (
        <Typography role="alert" data-wrong tabIndex={-1} sx={{ color: 'error.main', px: 2, pb: 1.5 }}>
          {ofAll}
        </Typography>
      )}
      {files.length > 0 && (
        <Box component="ul" aria-label={TEXTS.chosenFiles} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {files.map((file, n) => (
            <FileRow
              key={file.key}
              file={file}
              store={store}
              isFirst={n === 0}
              isLast={n === files.length - 1}
              wrong={wrong[`file ${file.key}`] ?? unfit?.[`file ${file.key}`]}
              wrongAltText={wrong[`alt ${file.key}`]}
              mend={(place) => {
                change({}, `${place} ${file.key}`);
              }}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}
