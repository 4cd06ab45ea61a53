import ReplaceIcon from '@mui/icons-material/DriveFolderUploadOutlined';
import BackIcon from '@mui/icons-material/EditCalendarOutlined';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Post } from '../../types';
import { TEXTS } from './texts';
import type { OpenPostDialog } from './postDialog';

interface FailedChoicesProps {
  post: Post;
  open: OpenPostDialog;
  unschedule: () => void;
  anchor: HTMLElement;
  close: () => void;
}

export function FailedChoices({ post, open, unschedule, anchor, close }: FailedChoicesProps) {
  return (
    <Menu anchorEl={anchor} open onClose={close}>
      <MenuItem
        onClick={() => {
          close();
          open({ what: 'replace', id: post.id });
        }}
      >
        <ListItemIcon>
          <ReplaceIcon fontSize="small" />
        </ListItemIcon>
        {TEXTS.replaceFile}
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
        {TEXTS.moveToUnscheduled}
      </MenuItem>
    </Menu>
  );
}
