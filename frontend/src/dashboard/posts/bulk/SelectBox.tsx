import Checkbox from '@mui/material/Checkbox';
import type { SxProps } from '@mui/material/styles';
import type { Post } from '../../../types';
import type { Selection } from './useSelection';

interface SelectBoxProps {
  post: Post;
  selection: Selection;
  sx?: SxProps;
}

/** Only what is pending can be scheduled or deleted, so only that can be chosen. */
export function SelectBox({ post, selection, sx }: SelectBoxProps) {
  if (post.status !== 'pending') return null;
  return (
    <Checkbox
      size="small"
      checked={selection.has(post.id)}
      onChange={() => {
        selection.toggle(post);
      }}
      slotProps={{ input: { 'aria-label': `Select ${post.title}` } }}
      sx={sx}
    />
  );
}
