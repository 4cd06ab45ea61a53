import { closeSnackbar, enqueueSnackbar, SnackbarContent, SnackbarProvider } from 'notistack';
import type { CustomContentProps } from 'notistack';
import { forwardRef } from 'react';
import type { ReactNode } from 'react';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
/** Long enough to read it, to think twice and to reach the button. */
const UNDO_MS = 8000;
const AT_MOST = 20;

export const toast = {
  success: (message: string) =>
    enqueueSnackbar(message, { variant: 'success', autoHideDuration: SUCCESS_MS }),
  error: (message: string) => enqueueSnackbar(message, { variant: 'error', autoHideDuration: ERROR_MS }),
  /** Tells of a change with a way back. */
  undoable: (message: string, undo: () => void) =>
    enqueueSnackbar(message, {
      variant: 'success',
      autoHideDuration: UNDO_MS,
      action: (id) => (
        <button
          type="button"
          className="link-button toast-action"
          onClick={() => {
            closeSnackbar(id);
            undo();
          }}
        >
          Undo
        </button>
      ),
    }),
};

/** Toasts appear at the top right of every screen. */
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

const Toast = forwardRef<HTMLDivElement, CustomContentProps>(function Toast(
  { id, message, variant, action },
  ref,
) {
  return (
    <SnackbarContent ref={ref} role={variant === 'error' ? 'alert' : 'status'} className={`toast ${variant}`}>
      <span className="toast-mark" aria-hidden="true">
        {variant === 'error' ? '!' : '✓'}
      </span>
      <span className="toast-text">{message}</span>
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
