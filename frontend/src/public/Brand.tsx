import { Link } from 'react-router';
import logo from '../favicon.svg';

export function Brand() {
  return (
    <Link to="/" className="brand">
      <img src={logo} alt="" width="28" height="28" />
      Pagecast
    </Link>
  );
}
