import { newFile, type ChosenFile } from './chosenFile';
import { choicesOf, chosenFormat, filesTaken, hasCover, isFleeting, unfitReason } from './fitting';

const film = (width: number, height: number, durationMs: number): ChosenFile => ({
  ...newFile('a', { name: 'film.mp4', type: 'video/mp4' }),
  facts: {
    video: { sizeBytes: 1000, container: 'mp4', picture: { width, height, durationMs, codec: null } },
  },
});

const photo = (key: string, width = 1000, height = 1000): ChosenFile => ({
  ...newFile(key, { name: `${key}.jpg`, type: 'image/jpeg' }),
  facts: { image: { sizeBytes: 1000, format: 'jpeg', picture: { width, height } } },
});

const fitting = (network: 'facebook' | 'instagram', files: ChosenFile[]) =>
  choicesOf(network, files).flatMap(({ name, why }) => (why === null ? [name] : []));

describe('what files can become', () => {
  it('proposes a reel for a short upright film, and a video for a wide one', () => {
    expect(fitting('facebook', [film(1080, 1920, 30_000)])).toEqual(['reel', 'video', 'story']);
    expect(fitting('facebook', [film(1920, 1080, 30_000)])[0]).toBe('video');
    expect(fitting('instagram', [film(1080, 1920, 30_000)])[0]).toBe('reel');
  });

  it('proposes a text for Facebook without files, and nothing for Instagram', () => {
    expect(fitting('facebook', [])).toEqual(['text']);
    expect(fitting('instagram', [])).toEqual([]);
    expect(unfitReason('instagram', [])).toBeNull();
  });

  it('proposes one post of several photos', () => {
    expect(fitting('facebook', [photo('a'), photo('b')])).toEqual(['multi_photo']);
    expect(fitting('instagram', [photo('a'), photo('b')])).toEqual(['carousel']);
  });

  it('takes a shared video of any size, alone', () => {
    const { facts, ...rest } = film(1920, 3413, 95_000);
    const shared = { ...rest, sharedVideoId: 9, facts: { ...(facts as object), isShared: true } as never };
    expect(fitting('facebook', [shared])).toEqual(['video']);
    expect(fitting('instagram', [shared])).toEqual(['reel']);
    expect(unfitReason('instagram', [shared, photo('a')])).toBe(
      'A shared video is the only file of its post.',
    );
  });

  it('says which file an account does not take', () => {
    expect(unfitReason('facebook', [film(1080, 1920, 2_000)])).toBe('A Facebook reel lasts 3 to 90 seconds');
    expect(unfitReason('facebook', [photo('a'), photo('tiny', 10, 10)])).toMatch(/^tiny\.jpg: /);
  });

  it('believes the server, and waits with a file that nobody has looked at', () => {
    const fits = [{ network: 'facebook', format: 'reel', ok: 0, message: 'Odd.' }] as const;
    const known = { ...film(1080, 1920, 30_000), medium: { fits } as never };
    expect(choicesOf('facebook', [known]).find(({ name }) => name === 'reel')?.why).toBe('Odd.');
    expect(unfitReason('facebook', [newFile('a', { name: 'a', type: '' })])).toBeNull();
  });

  it('keeps a format while it fits', () => {
    const choices = choicesOf('facebook', [film(1080, 1920, 30_000)]);
    expect(chosenFormat('story', choices)).toBe('story');
    expect(chosenFormat('photo', choices)).toBe('reel');
    expect(chosenFormat(null, [])).toBeNull();
  });

  it('knows what a post can be made of', () => {
    expect(filesTaken({ network: 'facebook', format: 'reel' })).toEqual({ most: 1, takesShared: true });
    expect(filesTaken({ network: 'instagram', format: 'carousel' })).toEqual({
      most: 10,
      takesShared: false,
    });
  });

  it('knows what has a cover and what is gone in a day', () => {
    expect([hasCover('facebook', 'video'), hasCover('facebook', 'photo')]).toEqual([true, false]);
    expect([isFleeting('facebook', 'story'), hasCover('facebook', 'story')]).toEqual([true, false]);
  });
});
