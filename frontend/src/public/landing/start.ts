import { revealOnSight } from './reveal';
import { whenIdle } from './whenIdle';

const wantsCalm = matchMedia('(prefers-reduced-motion: reduce)');

if (!wantsCalm.matches) {
  revealOnSight(document.querySelectorAll('.card'));
  whenIdle(() => {
    import('./particles')
      .then(({ scatter }) => scatter(wantsCalm))
      // Decoration: failures are ignored.
      .catch(() => undefined);
  });
}
