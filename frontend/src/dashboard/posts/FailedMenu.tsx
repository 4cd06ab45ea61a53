import ReplaceIcon from '@mui/icons-material/DriveFolderUploadOutlined';
import BackIcon from '@mui/icons-material/EditCalendarOutlined';
import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { Post } from '../../types';
import type { Open } from './opened';

interface FailedMenuProps {
  post: Post;
  open: Open;
  busy: boolean;
  unschedule: () => void;
}

/** The ways back of a failed post that a retry does not help. */
export function FailedMenu({ post, open, busy, unschedule }: FailedMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => {
    setAnchor(null);
  };
  return (
    <>
      <Tooltip title="More">
        <IconButton
          size="small"
          aria-label={`More for ${post.title}`}
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          disabled={busy}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            open({ what: 'replace', id: post.id });
          }}
        >
          <ListItemIcon>
            <ReplaceIcon fontSize="small" />
          </ListItemIcon>
          Replace file
        </MenuItem>
        <MenuItem
          disabled={post.file_path === null}
          onClick={() => {
            close();
            unschedule();
          }}
        >
          <ListItemIcon>
            <BackIcon fontSize="small" />
          </ListItemIcon>
          Move to unscheduled
        </MenuItem>
      </Menu>
    </>
  );
}
