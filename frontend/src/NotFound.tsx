import { Link } from 'react-router';
import { Message } from './Message';

export function NotFound() {
  return (
    <Message title="Page not found">
      <p>There is nothing at this address. It may have moved, or the link has a typo.</p>
      <Link className="button primary" to="/">
        Go to the start
      </Link>
    </Message>
  );
}
