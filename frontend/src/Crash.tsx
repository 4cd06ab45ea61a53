import { Message } from './Message';

/** The fallback of the outermost error boundary. */
export function Crash() {
  return (
    <Message title="Something went wrong">
      <p>This screen stopped working. Nothing that you uploaded or scheduled is lost.</p>
      <button
        type="button"
        className="button primary"
        onClick={() => {
          location.reload();
        }}
      >
        Reload the page
      </button>
    </Message>
  );
}
