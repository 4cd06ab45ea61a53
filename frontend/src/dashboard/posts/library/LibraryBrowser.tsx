import { useState } from 'react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { SharedVideo } from '../../../types';
import { Failure } from '../../layout/Failure';
import { Player } from '../Player';
import { LibraryPager } from './LibraryPager';
import { LibraryTile, type ChoosesVideos } from './LibraryTile';
import { LibraryToolbar } from './LibraryToolbar';
import { useLibrary } from './useLibrary';
import type { Library } from './useLibrary';
import { TEXTS } from './texts';

const GRID = {
  listStyle: 'none',
  m: 0,
  px: 2,
  py: 1,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: {
    xs: 'repeat(auto-fill, minmax(136px, 1fr))',
    md: 'repeat(auto-fill, minmax(152px, 1fr))',
  },
};

const TILES = [1, 2, 3, 4, 5, 6];

/** Finds, plays and chooses videos of the shared library. */
export function LibraryBrowser({ chosen }: { chosen: ChoosesVideos }) {
  const library = useLibrary();
  const [playing, setPlaying] = useState<SharedVideo>();
  const { query, videos } = library;
  return (
    <>
      <LibraryToolbar library={library} />
      {query.isPending ? (
        <Box role="status" aria-label={TEXTS.loading} sx={GRID}>
          {TILES.map((tile) => (
            <Box key={tile}>
              <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '9 / 12' }} />
              <Skeleton width="80%" sx={{ mt: 1 }} />
            </Box>
          ))}
        </Box>
      ) : !videos ? (
        <Failure text={TEXTS.videosFailed} retry={query.refetch} />
      ) : videos.length === 0 ? (
        <Nothing library={library} />
      ) : (
        <>
          <Box
            component="ul"
            aria-label={TEXTS.sharedVideos}
            sx={{ ...GRID, opacity: query.isPlaceholderData ? 0.6 : 1 }}
          >
            {videos.map((video) => (
              <LibraryTile key={video.id} video={video} chosen={chosen} play={setPlaying} />
            ))}
          </Box>
          <LibraryPager library={library} />
        </>
      )}
      {playing && (
        <Player
          post={playing}
          close={() => {
            setPlaying(undefined);
          }}
        />
      )}
    </>
  );
}

const Nothing = ({ library }: { library: Library }) => (
  <Typography sx={{ color: 'text.secondary', textAlign: 'center', px: 2, py: 5 }}>
    {library.narrowed ? TEXTS.noMatch : TEXTS.emptyLibrary}
  </Typography>
);
