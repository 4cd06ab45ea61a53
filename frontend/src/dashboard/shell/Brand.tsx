import { Link } from 'react-router';
import logo from '../../favicon.svg';

export function Brand({ short = false }: { short?: boolean }) {
  return (
    <Link to="/dashboard" className="brand" aria-label="Pagecast, dashboard">
      <img src={logo} alt="" width="28" height="28" />
      {!short && 'Pagecast'}
    </Link>
  );
}
