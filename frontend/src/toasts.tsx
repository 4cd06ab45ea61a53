import './sheetOfToasts';
import { closeSnackbar, enqueueSnackbar, SnackbarContent, SnackbarProvider } from 'notistack';
import type { CustomContentProps } from 'notistack';
import { forwardRef, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { keepToastsInLane } from './toastLane';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
/** Long enough to read, reconsider and reach the button. */
const UNDO_MS = 10_000;
const NOTES_MS = 8000;
const AT_MOST = 20;

interface Told {
  message: string;
  /** Details of what was done. */
  detail?: string;
}

interface Undoable extends Told, Noted {
  undo: () => void;
}

// An interface would be no variant to notistack.
type Aside = {
  /** A live region on the page announces it. */
  isSaidElsewhere?: boolean;
};

interface Noted {
  /** What else the user should know about what was done. */
  notes?: readonly string[];
}

declare module 'notistack' {
  interface VariantOverrides {
    success: { notes?: readonly string[] };
    error: Aside;
  }
}

export const toast = {
  success: (message: string, detail?: string, notes: readonly string[] = []) =>
    enqueueSnackbar(<TwoLines message={message} detail={detail} />, {
      variant: 'success',
      autoHideDuration: notes.length > 0 ? NOTES_MS : SUCCESS_MS,
      notes,
    }),
  error: (message: string, { isSaidElsewhere }: Aside = {}) =>
    enqueueSnackbar(message, { variant: 'error', autoHideDuration: ERROR_MS, isSaidElsewhere }),
  /** A toast with undo. It can be pressed for as long as the toast takes to leave, and counts once. */
  undoable: ({ message, detail, notes, undo }: Undoable) => {
    let undone = false;
    const undoOnce = () => {
      if (!undone) undo();
      undone = true;
    };
    return enqueueSnackbar(<TwoLines message={message} detail={detail} />, {
      variant: 'success',
      autoHideDuration: UNDO_MS,
      notes,
      action: (id) => (
        <button
          type="button"
          className="link-button toast-action"
          onClick={() => {
            closeSnackbar(id);
            undoOnce();
          }}
        >
          Undo
        </button>
      ),
    });
  },
};

/** Replaces the previous toast. */
export const closeToasts = () => {
  closeSnackbar();
};

/** Toasts appear at the top right, in the line of the heading. */
export function ToastHost({ children }: { children: ReactNode }) {
  return (
    <SnackbarProvider
      maxSnack={AT_MOST}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={{ enter: 180, exit: 150 }}
      Components={{ success: Toast, error: Toast }}
    >
      {children}
    </SnackbarProvider>
  );
}

const TwoLines = ({ message, detail }: Told) => (
  <>
    <span>{message}</span>
    {detail && <span className="toast-detail">{detail}</span>}
  </>
);

const Toast = forwardRef<HTMLDivElement, CustomContentProps & Noted & Aside>(function Toast(
  { id, message, variant, action, notes = [], isSaidElsewhere = false },
  ref,
) {
  useLayoutEffect(keepToastsInLane, []);
  return (
    <SnackbarContent
      ref={ref}
      role={isSaidElsewhere ? undefined : variant === 'error' ? 'alert' : 'status'}
      className={`toast ${variant}`}
    >
      <span className="toast-mark" aria-hidden="true">
        {variant === 'error' ? '!' : '✓'}
      </span>
      <span className="toast-text">{message}</span>
      {notes.length > 0 && (
        <span className="toast-notes">
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </span>
      )}
      {typeof action === 'function' ? action(id) : action}
      <button
        type="button"
        className="toast-close"
        aria-label="Dismiss"
        onClick={() => {
          closeSnackbar(id);
        }}
      >
        <span aria-hidden="true">×</span>
      </button>
    </SnackbarContent>
  );
});
