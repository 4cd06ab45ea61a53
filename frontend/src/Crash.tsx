import { Message } from './Message';

/** What a person sees when a screen broke: an error boundary's last word. */
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
