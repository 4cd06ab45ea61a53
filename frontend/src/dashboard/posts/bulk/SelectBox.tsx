import Checkbox from '@mui/material/Checkbox';
import type { SxProps } from '@mui/material/styles';
import type { Post } from '../../../types';
import { isSelectable } from './selection';
import type { Selection } from './useSelection';
import { TEXTS } from './texts';

interface SelectBoxProps {
  post: Post;
  selection: Selection;
  sx?: SxProps;
}

export function SelectBox({ post, selection, sx }: SelectBoxProps) {
  if (!isSelectable(post)) return null;
  return (
    <Checkbox
      size="small"
      checked={selection.has(post.id)}
      onChange={() => {
        selection.toggle(post);
      }}
      slotProps={{ input: { 'aria-label': TEXTS.select(post.title) } }}
      sx={sx}
    />
  );
}
