import type { ReactNode } from 'react';
import { Brand } from './Brand';
import { useTitle } from './title';

interface MessageProps {
  title: string;
  /** Decoration above the title, hidden from screen readers. */
  mark?: string;
  children: ReactNode;
}

/** A full page with a single message. */
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
