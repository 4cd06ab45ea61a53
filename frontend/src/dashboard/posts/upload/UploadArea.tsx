import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Suspense, useRef } from 'react';
import type { ReactNode } from 'react';
import { plural } from '../../../format';
import { usePreload } from '../../layout/usePreload';
import { useFocusFallback } from '../useFocusFallback';
import { DropTarget } from './DropTarget';
import type { Upload } from './upload';
import type { Uploads } from './useUploads';
import type { UploadTexts } from '../screenFormat';
import { lazyPart } from '../../../lazyPart';
import { TEXTS } from './texts';

const UploadRow = lazyPart(() => import('./UploadRow').then((part) => ({ default: part.UploadRow })));

interface UploadAreaProps extends Uploads {
  /** Where the files go, above them. */
  target?: ReactNode;
  /** Fields for all chosen files. */
  children?: ReactNode;
}

export function UploadArea(props: UploadAreaProps) {
  const { format, queue, uploads, busy, sendable, input, target, children } = props;
  const { texts } = format;
  const card = useRef<HTMLElement>(null);
  usePreload(UploadRow.ready);
  useFocusFallback(card, uploads);
  return (
    <Card
      component="section"
      ref={card}
      tabIndex={-1}
      aria-label={texts.upload}
      // The list of accounts opens beyond it.
      sx={{ outline: 'none', overflow: 'visible' }}
    >
      <DropTarget
        format={format}
        input={input}
        small={uploads.length > 0}
        add={(files) => {
          queue.add(files);
        }}
      />
      {target}
      {uploads.length > 0 && (
        <>
          <Box component="ul" aria-label={TEXTS.chosenFiles} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            <Suspense fallback={<Names uploads={uploads} />}>
              {uploads.map((upload) => (
                <UploadRow key={upload.id} format={format} upload={upload} queue={queue} />
              ))}
            </Suspense>
          </Box>
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              justifyContent: 'flex-end',
              gap: 2,
              p: 2,
              borderTop: 1,
              borderColor: 'divider',
              color: 'text.secondary',
            }}
          >
            {children}
            <Box component="span" role="status" sx={{ fontSize: 13 }}>
              {chosen(uploads, texts)}
            </Box>
            {uploads.some(isRejected) && (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  queue.removeRejected();
                }}
              >
                {TEXTS.removeRejected}
              </Button>
            )}
            <Button
              variant="contained"
              disabled={busy || !sendable}
              onClick={() => {
                queue.start();
              }}
            >
              {busy ? TEXTS.uploading : texts.upload}
            </Button>
          </Box>
        </>
      )}
    </Card>
  );
}

/** Where each file will stand, before the code of its row is here. */
const Names = ({ uploads }: Pick<Uploads, 'uploads'>) =>
  uploads.map(({ id, file }) => (
    <Box component="li" key={id} sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Typography noWrap dir="auto" sx={{ fontWeight: 600 }}>
        {file.name}
      </Typography>
    </Box>
  ));

const isRejected = ({ state }: Upload) => state === 'rejected';

/** '4 videos chosen', '3 videos chosen, 1 cannot be used' */
function chosen(uploads: readonly Upload[], { one, many }: UploadTexts): string {
  const rejected = uploads.filter(isRejected).length;
  const usable = `${plural(uploads.length - rejected, one, many)} chosen`;
  return rejected > 0 ? TEXTS.chosenAndRejected(usable, rejected) : usable;
}
