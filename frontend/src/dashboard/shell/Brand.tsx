import { Link } from 'react-router';
import logo from '../../favicon.svg';
import { TEXTS } from './texts';

export function Brand({ short = false }: { short?: boolean }) {
  return (
    <Link to="/dashboard" className="brand" aria-label={TEXTS.brandLink}>
      <img src={logo} alt="" width="28" height="28" />
      {!short && TEXTS.pagecast}
    </Link>
  );
}
