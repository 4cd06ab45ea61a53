import { Confirmation } from '../layout/Confirmation';
import { TEXTS } from './texts';
import type { MoveQuestionState } from './useMoveQuestion';

/** The question whether pending posts shall go to another Page; nothing while it is not asked. */
export function MoveQuestion({ question, close }: MoveQuestionState) {
  if (!question) return null;
  const { sentences, save } = question;
  return (
    <Confirmation
      title={TEXTS.moveTitle}
      safe={TEXTS.cancel}
      destructive={TEXTS.moveConfirm}
      cancel={close}
      confirm={() => {
        close();
        save();
      }}
    >
      {sentences.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
      <div style={{ marginTop: 8 }}>{TEXTS.moveHint}</div>
    </Confirmation>
  );
}
