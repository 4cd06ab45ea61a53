import { particleOptions } from './particleOptions';

describe('the particles', () => {
  it('are as many, as fast and as far apart as the specification has them', () => {
    expect(particleOptions('#4f46e5')).toMatchObject({
      fpsLimit: 120,
      interactivity: {
        events: { onHover: { enable: true, mode: 'repulse' }, onClick: { enable: true, mode: 'push' } },
        modes: { repulse: { distance: 200 }, push: { quantity: 4 } },
      },
      particles: { number: { value: 20 }, links: { enable: true, distance: 150, opacity: 0.4 } },
    });
  });
});
