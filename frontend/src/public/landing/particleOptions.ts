import type { ISourceOptions } from '@tsparticles/engine';

/** Limits the particles that repeated clicks add. */
const AT_MOST = 100;

/** Links and dots in the brand's colour. */
export const particleOptions = (color: string): ISourceOptions => ({
  fullScreen: { enable: false },
  background: { color: 'transparent' },
  detectRetina: true,
  fpsLimit: 120,
  interactivity: {
    detectsOn: 'window',
    events: {
      onHover: { enable: true, mode: 'repulse' },
      onClick: { enable: true, mode: 'push' },
    },
    modes: { repulse: { distance: 200, duration: 0.4 }, push: { quantity: 4 } },
  },
  particles: {
    number: { value: 20, limit: { mode: 'delete', value: AT_MOST } },
    paint: { fill: { color: { value: color }, enable: true } },
    links: { enable: true, distance: 150, opacity: 0.4, width: 1, color },
    move: { enable: true, speed: 1, outModes: { default: 'bounce' } },
    opacity: { value: 0.5 },
    size: { value: { min: 1, max: 3 } },
  },
});
