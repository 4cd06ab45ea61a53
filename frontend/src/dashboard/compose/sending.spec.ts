import { sampleAccount } from '../accounts/sampleAccount';
import { newFile, type ChosenFile } from './chosenFile';
import { alreadyMissing, bodyOf, fittingTargets, missing, needsFrame, placesOf, unfitFiles } from './sending';
import { EMPTY_POST, toggled, withTarget, type UnsentPost } from './unsentPost';

const ACCOUNTS = [sampleAccount(), sampleAccount({ id: 2, network: 'instagram', name: 'bakery' })];

const FITS = (['facebook', 'instagram'] as const).map((network) => ({
  ...{ network, format: 'reel' as const, ok: 1 as const, message: null },
}));

const film: ChosenFile = {
  ...newFile('f1', { name: 'film.mp4', type: 'video/mp4' }),
  state: 'ready',
  mediumId: 'abc',
  medium: { id: 'abc', fits: FITS } as never,
  facts: {
    video: {
      sizeBytes: 1,
      container: 'mp4',
      picture: { width: 1080, height: 1920, durationMs: 9_000, codec: null },
    },
  },
};

const toBoth = (more: Partial<UnsentPost> = {}): UnsentPost =>
  toggled(toggled({ ...EMPTY_POST, text: ' For all ', ...more }, 1), 2);

describe('the call that makes the posts', () => {
  it('has what is common once, and what differs in its target', () => {
    const post = withTarget(toBoth({ time: '2027-06-10T14:00', cover: { atMs: 500 } }), 2, {
      text: 'For #instagram',
      time: '2027-06-11T09:30',
    });
    const targets = fittingTargets(post, [film], ACCOUNTS);
    expect(bodyOf(post, [film], targets, 'schedule', 'abd')).toEqual({
      targets: [
        { account_id: 1, format: 'reel', cover: { media_id: 'abd' } },
        {
          account_id: 2,
          format: 'reel',
          description: 'For #instagram',
          scheduled_for: '2027-06-11 09:30:00',
          cover: { at_ms: 500 },
        },
      ],
      media: [{ media_id: 'abc', alt_text: null }],
      description: 'For all',
      first_comment: null,
      link: null,
      scheduled_for: '2027-06-10 14:00:00',
      draft: 0,
    });
  });

  it('has no times of accounts for the queue or for now', () => {
    const post = withTarget(toBoth({ time: '2027-06-10T14:00' }), 2, { time: '2027-06-11T09:30' });
    const targets = fittingTargets(post, [film], ACCOUNTS);
    const times = (way: 'queue' | 'now') => {
      const { targets: each, scheduled_for } = bodyOf(post, [film], targets, way);
      return [scheduled_for, ...each.map((target) => target.scheduled_for)];
    };
    expect(times('queue')).toEqual([null, undefined, undefined]);
    expect(times('now')).toEqual(['now', undefined, undefined]);
  });

  it('has a frame as a picture for Facebook, or leaves the cover to it', () => {
    const post = toBoth({ cover: { atMs: 0 } });
    const targets = fittingTargets(post, [film], ACCOUNTS);
    expect(needsFrame(post.cover, targets)).toBe(true);
    expect(needsFrame(post.cover, targets.slice(1))).toBe(false);
    expect(needsFrame({ mediumId: 'x', name: '', path: '' }, targets)).toBe(false);
    const without = bodyOf(post, [film], targets, 'queue', null).targets;
    expect(without.map(({ cover }) => cover)).toEqual([undefined, { at_ms: 0 }]);
  });

  it('names a video of the library, which has no alt text', () => {
    const files = [{ ...film, medium: null, mediumId: null, sharedVideoId: 9, altText: 'x' }];
    const targets = fittingTargets(toBoth(), files, ACCOUNTS);
    expect(bodyOf(toBoth(), files, targets, 'queue').media).toEqual([{ shared_video_id: 9 }]);
  });

  it('leaves out accounts that take no such file', () => {
    const unfit = (['reel', 'story'] as const).map((format) => ({
      ...FITS[1],
      format,
      ok: 0,
      message: 'No.',
    }));
    const fits = [...FITS.slice(0, 1), ...unfit];
    const files = [{ ...film, medium: { id: 'abc', fits } as never }];
    const targets = fittingTargets(toBoth(), files, ACCOUNTS);
    expect(targets.map(({ accountId }) => accountId)).toEqual([1]);
  });
});

describe('what is missing', () => {
  const wrong = (post: UnsentPost, files: ChosenFile[] = [], way: 'queue' | 'schedule' = 'queue') =>
    Object.keys(missing(post, files, ACCOUNTS, way)).sort();

  it('is an account, and a text or a file', () => {
    expect(wrong(EMPTY_POST)).toEqual(['accounts', 'text']);
    expect(wrong(toggled(EMPTY_POST, 1))).toEqual(['text']);
    expect(wrong(toBoth())).toEqual(['format 2']);
    expect(wrong(toBoth(), [film])).toEqual([]);
  });

  it('is a file that fits, where it fits none of the chosen accounts', () => {
    const picture = (side: number): ChosenFile => ({
      ...newFile('f2', { name: 'a.gif', type: 'image/gif' }),
      facts: { image: { sizeBytes: 1, format: 'gif', picture: { width: side, height: side } } },
    });
    const toInstagram = toggled(EMPTY_POST, 2);
    expect(unfitFiles(toBoth(), [picture(1000)], ACCOUNTS)).toEqual({});
    expect(unfitFiles(EMPTY_POST, [picture(10)], ACCOUNTS)).toEqual({});
    expect(unfitFiles(toInstagram, [picture(1000)], ACCOUNTS)).toEqual({
      'file f2': 'a.gif fits none of the accounts you chose. Choose another account or another file.',
    });
    expect(unfitFiles(toInstagram, [film, picture(10)], ACCOUNTS)).toEqual({
      'file f2': 'a.gif fits none of your accounts. Remove it or choose another file.',
    });
    expect(wrong(toBoth(), [picture(10)])).toEqual(['unfit']);
  });

  it('is not yet known of files that are being read, but of accounts', () => {
    const files: ChosenFile[] = [
      { ...newFile('f2', { name: 'film.mp4', type: 'video/mp4' }), state: 'looking' },
    ];
    expect(alreadyMissing(EMPTY_POST, files, ACCOUNTS, 'now')).toEqual({
      accounts: 'Choose at least one account.',
    });
    expect(alreadyMissing(toggled(EMPTY_POST, 1), files, ACCOUNTS, 'now')).toEqual({});
  });

  it('is a time, of those that have none of their own', () => {
    expect(wrong(toBoth(), [film], 'schedule')).toEqual(['time']);
    expect(wrong(withTarget(toBoth(), 2, { time: '' }), [film], 'schedule')).toEqual(['time', 'time 2']);
    const own = withTarget(withTarget(toBoth(), 1, { time: '2027-01-01T10:00' }), 2, {
      time: '2027-01-02T10:00',
    });
    expect(wrong(own, [film], 'schedule')).toEqual([]);
  });
});

it('puts each sentence of the server beside its field', () => {
  const post = withTarget(toBoth(), 2, { text: 'Own' });
  const targets = fittingTargets(post, [film], ACCOUNTS);
  const places = placesOf(
    {
      'targets[0].description': ['A'],
      'targets[1].description': ['B'],
      'targets[1].format': ['C'],
      'targets[1].scheduled_for': ['D'],
      'targets[0].cover': ['E'],
      'media[0]': ['F'],
      'media[0].alt_text': ['G'],
      link: ['H'],
      odd: ['I'],
    },
    targets,
    [film],
  );
  expect(places).toEqual({
    text: 'A',
    'text 2': 'B',
    'format 2': 'C',
    time: 'D',
    cover: 'E',
    'file f1': 'F',
    'alt f1': 'G',
    link: 'H',
    '': 'I',
  });
});
