import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import './tokens.css';
import './base.css';
import './app.css';
import './public/pictures.css';
import './public/auth.css';
import { replaceOpening } from './Opening';
import { router } from './routes';
import { ToastHost } from './toasts';
import { validateSession } from './validateSession';

void validateSession();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');

replaceOpening(root);
createRoot(root).render(
  <StrictMode>
    <ToastHost>
      <RouterProvider router={router} />
    </ToastHost>
  </StrictMode>,
);
