import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { ConfirmLeave } from '../posts/upload/ConfirmLeave';
import { TEXTS } from './texts';

type Tell = (form: string, isEdited: boolean) => void;

const NAMES = new Intl.ListFormat('en-GB');

const Edited = createContext<Tell>(() => undefined);

/** Asks before edits of the forms inside are left. The router allows one such question on a screen. */
export function UnsavedEdits({ children }: { children: ReactNode }) {
  const [forms, setForms] = useState<string[]>([]);
  const [tell] = useState<Tell>(() => (form: string, isEdited: boolean) => {
    setForms((now) => {
      const others = now.filter((each) => each !== form);
      return isEdited ? [...others, form] : others;
    });
  });
  return (
    <Edited value={tell}>
      {children}
      <ConfirmLeave
        busy={forms.length > 0}
        question={TEXTS.leaveQuestion}
        hint={TEXTS.leaveHint(NAMES.format(forms))}
      />
    </Edited>
  );
}

/** Tells whether this form, by its title, has edits that leaving would lose. */
export function useUnsavedEdits(form: string, isEdited: boolean): void {
  const tell = useContext(Edited);
  useEffect(() => {
    if (!isEdited) return;
    tell(form, true);
    return () => {
      tell(form, false);
    };
  }, [tell, form, isEdited]);
}
