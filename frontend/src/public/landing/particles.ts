import { loadBasic } from '@tsparticles/basic';
import { tsParticles } from '@tsparticles/engine';
import type { ISourceOptions } from '@tsparticles/engine';
import { loadExternalPushInteraction } from '@tsparticles/interaction-external-push';
import { loadExternalRepulseInteraction } from '@tsparticles/interaction-external-repulse';
import { loadParticlesLinksInteraction } from '@tsparticles/interaction-particles-links';
import { loadInteractivityPlugin } from '@tsparticles/plugin-interactivity';

const ID = 'particles';
/** A visitor who clicks on and on gets no slower page. */
const AT_MOST = 100;

const options = (color: string): ISourceOptions => ({
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

/** Draws the particles behind the page, until the visitor asks for calm. */
export async function scatter(wantsCalm: MediaQueryList) {
  const host = document.getElementById(ID);
  if (!host) return;
  await tsParticles.pluginManager.register(async (engine) => {
    await Promise.all([loadBasic(engine), loadInteractivityPlugin(engine)]);
    await Promise.all([
      loadExternalPushInteraction(engine),
      loadExternalRepulseInteraction(engine),
      loadParticlesLinksInteraction(engine),
    ]);
  });
  const container = await tsParticles.load({ id: ID, options: options(getComputedStyle(host).color) });
  wantsCalm.addEventListener('change', () => {
    container?.destroy();
  });
}
