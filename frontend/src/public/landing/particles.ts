import { loadBasic } from '@tsparticles/basic';
import { tsParticles } from '@tsparticles/engine';
import { loadExternalPushInteraction } from '@tsparticles/interaction-external-push';
import { loadExternalRepulseInteraction } from '@tsparticles/interaction-external-repulse';
import { loadParticlesLinksInteraction } from '@tsparticles/interaction-particles-links';
import { loadInteractivityPlugin } from '@tsparticles/plugin-interactivity';
import { particleOptions } from './particleOptions';

const ID = 'particles';

/** Draws the particles, unless the visitor prefers reduced motion. */
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
  const container = await tsParticles.load({
    id: ID,
    options: particleOptions(getComputedStyle(host).color),
  });
  wantsCalm.addEventListener('change', () => {
    container?.destroy();
  });
}
