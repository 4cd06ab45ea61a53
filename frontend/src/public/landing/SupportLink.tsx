/** The server writes its own link here, or leaves the element out where no support phone is set. */
const OPEN_FOR_THE_SERVER = 'SUPPORT_URL';

export function SupportLink({ children }: { children: string }) {
  return (
    <a className="button outlined large" href={OPEN_FOR_THE_SERVER} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
