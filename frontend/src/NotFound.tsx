import { Message } from './Message';

export function NotFound() {
  return (
    <Message title="Page not found" mark="404">
      <p>There is nothing at this address. It may have moved, or the link has a typo.</p>
      <a className="button primary" href="/">
        Go to the start
      </a>
    </Message>
  );
}
