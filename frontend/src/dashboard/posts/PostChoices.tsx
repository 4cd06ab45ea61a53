import DuplicateIcon from '@mui/icons-material/ContentCopyOutlined';
import ReplaceIcon from '@mui/icons-material/DriveFolderUploadOutlined';
import BackIcon from '@mui/icons-material/EditCalendarOutlined';
import MoveIcon from '@mui/icons-material/MoveUpOutlined';
import HoldIcon from '@mui/icons-material/PauseCircleOutlined';
import ReleaseIcon from '@mui/icons-material/PlayCircleOutlined';
import type { Post } from '../../types';
import { ActionMenu, type Choice } from '../layout/ActionMenu';
import { useAccountsToMoveTo } from './bulk/accountsToMoveTo';
import { TEXTS } from './texts';
import type { OpenPostDialog } from './postDialog';
import type { usePostActions } from './usePostActions';

interface PostChoicesProps {
  post: Post;
  open: OpenPostDialog;
  actions: ReturnType<typeof usePostActions>;
  anchor: HTMLElement;
  close: () => void;
}

export function PostChoices(props: PostChoicesProps) {
  return <ActionMenu choices={useChoices(props)} anchor={props.anchor} close={props.close} />;
}

function useChoices({ post, open, actions }: PostChoicesProps): Choice[] {
  const accounts = useAccountsToMoveTo([post]);
  const hasFile = post.file_path !== null;
  const choices: Choice[] = [];
  if (post.status === 'pending') {
    const hold = () => {
      actions.hold.mutate(post);
    };
    choices.push(
      post.draft === 1
        ? { text: TEXTS.release, icon: ReleaseIcon, act: hold }
        : { text: TEXTS.moveToDrafts, icon: HoldIcon, act: hold },
    );
    if (accounts.length > 0)
      choices.push({
        text: TEXTS.moveToAnother,
        icon: MoveIcon,
        act: () => {
          open({ what: 'move', id: post.id });
        },
      });
  }
  if (post.status === 'failed')
    choices.push(
      {
        text: TEXTS.replaceFile,
        icon: ReplaceIcon,
        act: () => {
          open({ what: 'replace', id: post.id });
        },
      },
      {
        text: TEXTS.moveToUnscheduled,
        icon: BackIcon,
        act: hasFile
          ? () => {
              actions.unschedule.mutate(post);
            }
          : undefined,
      },
    );
  choices.push({
    text: TEXTS.duplicate,
    icon: DuplicateIcon,
    act: hasFile
      ? () => {
          actions.duplicate.mutate(post);
        }
      : undefined,
  });
  return choices;
}
