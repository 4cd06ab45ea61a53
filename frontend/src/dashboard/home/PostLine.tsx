import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PostKind } from '../../types';
import { KINDS } from '../posts/kinds';
import type { Media } from '../posts/MediaMark';
import { mediaUrl, Poster } from '../posts/Thumbnail';

interface PostLineProps {
  kind: PostKind;
  title: string;
  thumbnail: string | null | undefined;
  /** Relative time, or status. */
  when: ReactNode;
  children: ReactNode;
}

/** One post, linked to its screen. */
export function PostLine({ kind, title, thumbnail, when, children }: PostLineProps) {
  return (
    <Box component="li" sx={{ display: 'flex', gap: 2, alignItems: 'center', minWidth: 0 }}>
      <Picture src={thumbnail ? mediaUrl(thumbnail) : null} media={KINDS[kind].media} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline', justifyContent: 'space-between' }}>
          <Typography component={Link} to={KINDS[kind].screen.href} dir="auto" title={title} sx={TITLE}>
            {title}
          </Typography>
          <Box sx={{ flex: 'none', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{when}</Box>
        </Box>
        {children}
      </Box>
    </Box>
  );
}

const TITLE = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  minWidth: 0,
  overflowWrap: 'anywhere',
  fontWeight: 600,
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
};

const SIZE = { width: '48px !important', height: '64px !important' };

/** Fixed size, so that titles align. */
const Picture = ({ src, media }: { src: string | null; media: Media }) => (
  <Box
    aria-hidden="true"
    sx={{ flex: 'none', alignSelf: 'flex-start', '& > *': SIZE, '& img': SIZE, ...SIZE }}
  >
    <Poster src={src} media={media} />
  </Box>
);

export const PostLines = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
    {children}
  </Box>
);

export const Detail = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25, fontVariantNumeric: 'tabular-nums' }}>
    {children}
  </Typography>
);
