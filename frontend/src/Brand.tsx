import logo from './favicon.svg';

/** Links to the landing page, which is a separate document. */
export function Brand() {
  return (
    <a href="/" className="brand">
      <img src={logo} alt="" width="28" height="28" />
      Pagecast
    </a>
  );
}
