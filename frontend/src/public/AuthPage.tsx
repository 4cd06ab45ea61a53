import type { ReactNode } from 'react';
import { Brand } from '../Brand';
import { useTitle } from '../title';
import { TOP_BAR } from '../toastLane';
import { NextPosts } from './NextPosts';

interface AuthPageProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
  footer: ReactNode;
}

/** The frame of login, reset and register. */
export function AuthPage({ title, lead, children, footer }: AuthPageProps) {
  useTitle(title);
  return (
    <div className="auth">
      <div className="auth-side">
        <header className={TOP_BAR}>
          <Brand />
        </header>
        <main className="auth-card">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {children}
          {footer && <p className="auth-footer">{footer}</p>}
        </main>
      </div>
      <NextPosts />
    </div>
  );
}
