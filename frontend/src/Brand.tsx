import logo from './favicon.svg';

/** To the landing page, which is a document of its own. */
export function Brand() {
  return (
    <a href="/" className="brand">
      <img src={logo} alt="" width="28" height="28" />
      Pagecast
    </a>
  );
}
