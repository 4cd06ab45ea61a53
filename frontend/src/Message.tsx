import type { ReactNode } from 'react';
import { Brand } from './Brand';
import { useTitle } from './title';

interface MessageProps {
  title: string;
  /** A few signs above the title, for the eye only. */
  mark?: string;
  children: ReactNode;
}

/** A whole page that says one thing. */
export function Message({ title, mark, children }: MessageProps) {
  useTitle(title);
  return (
    <div className="message">
      <header>
        <Brand />
      </header>
      <main>
        {mark && (
          <span className="message-mark" aria-hidden="true">
            {mark}
          </span>
        )}
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
