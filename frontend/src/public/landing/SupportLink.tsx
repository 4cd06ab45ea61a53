/** The server fills in the link, or removes the element without a support phone. */
const OPEN_FOR_THE_SERVER = 'SUPPORT_URL';

export function SupportLink({ children }: { children: string }) {
  return (
    <a className="button outlined large" href={OPEN_FOR_THE_SERVER} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
