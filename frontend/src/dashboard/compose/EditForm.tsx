import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useDeferredValue, useRef } from 'react';
import type { Post } from '../../types';
import { Panel } from '../layout/Panel';
import { Screen } from '../layout/Screen';
import { ConfirmLeave } from '../posts/upload/ConfirmLeave';
import { useUser } from '../queries';
import { CoverField } from './CoverField';
import './compose.css';
import { Choice } from './Choice';
import { EditActions, SaveButton } from './EditActions';
import { EditedTarget } from './EditedTarget';
import { isSamePost } from './editing';
import { Files } from './Files';
import { filesTaken } from './fitting';
import { BESIDE, COLUMNS } from './layout';
import { MeanwhileNotice } from './MeanwhileNotice';
import { Preview } from './preview/Preview';
import { Texts } from './Texts';
import { TEXTS } from './texts';
import { TitleField } from './TitleField';
import { useEditor } from './useEditor';
import { useFocusOnWrong } from './useFocusOnWrong';
import { useSave } from './useSave';
import { When } from './When';

interface EditFormProps {
  /** As the server has it now. */
  post: Post;
  /** It was deleted meanwhile. */
  isGone: boolean;
}

/** All that can be changed of a pending post. What was begun stays in the fields, whatever becomes of the post. */
export function EditForm({ post: latest, isGone }: EditFormProps) {
  const { timezone } = useUser();
  // Read once, so that what comes from elsewhere does not change what is being typed.
  const first = useRef(latest).current;
  const editor = useEditor(first);
  const save = useSave(editor);
  const form = useRef<HTMLDivElement>(null);
  useFocusOnWrong(form, editor.wrong);
  const { files, coverUpload, isDirty, hasOtherFiles, targets, wrong } = editor;
  const seen = useDeferredValue(editor.post);
  const isOpen = latest.status === 'pending' && !isGone;
  const button = <SaveButton editor={editor} save={save} isOpen={isOpen} />;
  return (
    <Screen title={TEXTS.editTitle} thumb={button}>
      <MeanwhileNotice
        status={isGone ? null : latest.status}
        isOther={!save.isSaving && !save.isDone && !isSamePost(editor.stored.post, latest, timezone)}
      />
      <Box ref={form} sx={COLUMNS}>
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          {latest.format !== 'text' && <Files composer={editor} {...filesTaken(latest)} />}
          <EditedTarget target={targets[0]} />
          <TitleField editor={editor} />
          <Texts composer={editor} />
          <CoverField composer={editor} />
          <When composer={editor}>
            <Choice
              label={TEXTS.draft}
              hint={TEXTS.draftHint}
              isOn={editor.post.draft}
              set={(draft) => {
                editor.change({ draft }, 'draft');
              }}
            />
          </When>
        </Box>
        <Box component="aside" aria-label={TEXTS.preview} sx={BESIDE}>
          <Panel title={TEXTS.preview}>
            <Preview post={seen} files={files} targets={targets} />
          </Panel>
        </Box>
        <Box component="section" aria-label={TEXTS.actions}>
          {wrong[''] && (
            <Typography
              role="alert"
              data-wrong
              tabIndex={-1}
              sx={{ color: 'error.main', mb: 1.5, overflowWrap: 'anywhere' }}
            >
              {wrong['']}
            </Typography>
          )}
          <EditActions editor={editor} save={save}>
            {button}
          </EditActions>
        </Box>
      </Box>
      <ConfirmLeave
        busy={isDirty && !save.isDone}
        // A reload loses nothing else.
        holdsPage={(hasOtherFiles || coverUpload.sent !== undefined) && !save.isDone}
        question={TEXTS.leaveEditQuestion}
        hint={TEXTS.leaveEditHint}
      />
    </Screen>
  );
}
