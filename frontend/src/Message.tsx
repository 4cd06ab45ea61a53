import type { ReactNode } from 'react';
import { useTitle } from './title';

/** A whole page that says one thing. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
