import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { PHONE } from '../layout/sizes';
import { Choice } from './Choice';
import { TEXTS } from './texts';
import type { Editor } from './useEditor';
import type { Save } from './useSave';

interface EditActionsProps {
  editor: Editor;
  save: Save;
  /** That saves. */
  children: ReactNode;
}

/** Whether what was made with it changes too, and the buttons. */
export function EditActions({ editor, save, children }: EditActionsProps) {
  const { post, siblings, change } = editor;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      {siblings.length > 0 && (
        <Choice
          label={TEXTS.toGroup(siblings.length)}
          hint={TEXTS.toGroupHint(siblings.length)}
          isOn={post.toGroup}
          set={(toGroup) => {
            change({ toGroup });
          }}
        />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 0.5 }}>
        <Button variant="outlined" color="inherit" disabled={save.isSaving} onClick={save.leave}>
          {TEXTS.cancel}
        </Button>
        <Box sx={{ display: 'contents', [PHONE]: { display: 'none' } }}>{children}</Box>
      </Box>
    </Box>
  );
}

export function SaveButton({ editor, save, isOpen }: { editor: Editor; save: Save; isOpen: boolean }) {
  const isWhole = editor.files.every(({ state }) => state === 'ready') && !editor.coverUpload.sent;
  return (
    <Button variant="contained" disabled={save.isSaving || !isOpen || !editor.isDirty} onClick={save.save}>
      {save.isSaving ? (isWhole ? TEXTS.sending.draft : TEXTS.finishing) : TEXTS.save}
    </Button>
  );
}
