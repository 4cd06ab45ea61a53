import { aText, plainPlan } from './plain-plan';
import { ruleOf, Runner } from './runner';
import type { Simulation } from './simulation';

const picture = { ...aText, of: 'pictures', files: 2, bytes: 90, link: false } as const;

/** Three uploads, a text, two pictures and a film with a cover, and nothing that breaks. */
const plan = plainPlan([
  { do: 'upload', user: 0, kind: 'video', bytes: 300, inMs: 60_000, described: true, long: false },
  { do: 'upload', user: 0, kind: 'photo', bytes: 300, inMs: 60_000, described: true, long: false },
  { do: 'upload', user: 0, kind: 'instagram_video', bytes: 300, inMs: 60_000, described: true, long: false },
  { ...aText, accounts: [0] },
  { ...picture, accounts: [0] },
  { ...picture, of: 'film', files: 1, cover: 'picture', accounts: [0] },
]);

describe('whoever judges a run', () => {
  let runner: Runner;

  beforeAll(async () => {
    runner = await Runner.open();
  });

  afterAll(() => runner.close());

  const rulesAfter = async (tamper: (simulation: Simulation) => void) => {
    const { violations } = await runner.runPlan(plan, { tamper });
    return [...new Set(violations.map(ruleOf))];
  };

  it('finds nothing where nothing is wrong', async () => {
    const { violations, published } = await runner.runPlan(plan);
    expect(violations).toEqual([]);
    expect(published).toBe(6);
  });

  const composed = ({ knowledge }: Simulation, of: string) =>
    [...knowledge.items.values()].find((item) => item.of === of && item.alts[0]!.value !== '')!;
  const first = ({ meta }: Simulation) => meta.publications[0]!;
  const firstItem = ({ knowledge }: Simulation) => [...knowledge.items.values()][0]!;

  const faults: Record<string, (simulation: Simulation) => void> = {
    twice: (simulation) => simulation.meta.publications.push({ ...first(simulation) }),
    early: (simulation) => {
      const publication = first(simulation);
      publication.at = new Date(publication.at.getTime() - 30_000);
    },
    'wrong bytes': (simulation) => {
      first(simulation).bytesSha256 = 'of something else';
    },
    'wrong words': (simulation) => {
      first(simulation).caption = 'Other words';
    },
    'wrong account': (simulation) => {
      first(simulation).account = '100';
    },
    'no intent': (simulation) => {
      first(simulation).remoteId = '100';
    },
    'after it was deleted': (simulation) => {
      const granted = { by: 0, value: null, sentAt: simulation.start, endedAt: simulation.start };
      firstItem(simulation).deletions.push({ ...granted, result: 'granted' });
    },
    draft: (simulation) => {
      firstItem(simulation).drafts[0]!.value = true;
    },
    'wrong link': (simulation) => {
      [...simulation.knowledge.items.values()][3]!.links[0]!.value = 'https://example.com/other';
    },
    'wrong alt text': (simulation) => {
      composed(simulation, 'pictures').alts[0]!.value = 'Something else';
    },
    'wrong cover': (simulation) => {
      composed(simulation, 'film').covers[0]!.value = { picture: 'of something else' };
    },
    'commented twice': ({ meta }) => meta.comments.push({ ...meta.comments[0]! }),
    'wrong comment': ({ meta }) => {
      meta.comments[0]!.message = 'Other words';
    },
    'comment elsewhere': ({ meta }) => {
      meta.comments[0]!.objectId = '100';
    },
    'comment without intent': ({ meta }) => {
      meta.comments[0]!.sentAt = 0;
    },
    'comment not there': ({ meta }) => void meta.comments.pop(),
    'comment after disconnecting': (simulation) => {
      const person = simulation.knowledge.people[0]!;
      const nothing = { by: 0, value: { page: null, instagram: false }, result: 'granted' as const };
      person.accounts = [{ ...nothing, sentAt: simulation.start, endedAt: simulation.start }];
    },
    'comment after the user was deleted': (simulation) => {
      const granted = { by: 0, value: null, sentAt: simulation.start, endedAt: simulation.start };
      simulation.knowledge.people[0]!.deletions.push({ ...granted, result: 'granted' });
    },
    ...Object.fromEntries(
      Object.entries({
        'comment changed its post': "status = 'failed', upload_error = 'Refused.'",
        'comment forgotten': 'first_comment_status = NULL',
        'comment without end': "first_comment_status = 'waiting', first_comment_due_at = 1",
        'comment without sentence': "first_comment_status = 'failed', first_comment_error = NULL",
        'comment there all the same': "first_comment_status = 'failed', first_comment_error = 'Refused.'",
      }).map(([rule, change]) => [
        rule,
        ({ tables }: Simulation) =>
          void tables.all(`UPDATE posts SET ${change} WHERE first_comment_status = 'posted' RETURNING id`),
      ]),
    ),
    'after disconnecting': (simulation) => {
      // Between its intent and the moment when it was public.
      const publication = first(simulation);
      const at = publication.at.getTime() + 5_000;
      publication.at = new Date(at + 5_000);
      const nothing = { page: null, instagram: false };
      simulation.knowledge.people[0]!.accounts.push({
        by: 0,
        value: nothing,
        sentAt: at,
        endedAt: at,
        result: 'granted',
      });
    },
    'after the user was deleted': (simulation) => {
      const granted = { by: 0, value: null, sentAt: simulation.start, endedAt: simulation.start };
      simulation.knowledge.people[0]!.deletions.push({ ...granted, result: 'granted' });
    },
    'not public': ({ meta }) => void meta.publications.pop(),
    'no end': ({ tables }) =>
      void tables.all("UPDATE posts SET status = 'processing', due_at = 1 WHERE id = 1 RETURNING id"),
    'public all the same': ({ tables }) =>
      void tables.all(
        "UPDATE posts SET status = 'failed', upload_error = 'Refused.' WHERE id = 1 RETURNING id",
      ),
    'no sentence': ({ tables }) =>
      void tables.all("UPDATE posts SET status = 'failed', upload_error = NULL WHERE id = 1 RETURNING id"),
    quota: ({ tables }) => void tables.all('UPDATE quota_usage SET tasks_used = 7 RETURNING user_id'),
    'no bytes': ({ disk }) => disk.files.clear(),
    'no row': ({ disk }) => void disk.files.set('orphan', { bytes: Buffer.alloc(1), modifiedAt: 0 }),
    wire: ({ meta }) => meta.complaints.push('token-in-url: as planted'),
  };

  it.each(Object.entries(faults))('finds: %s', async (rule, tamper) => {
    expect(await rulesAfter(tamper)).toContain(rule);
  });

  /** The rules about comments that are broken when those of two posts are exchanged. */
  const rulesOfExchanged = async ({ haveSameWords, overtook }: Record<string, boolean>) => {
    const post = { ...picture, accounts: [1], described: false };
    const { violations, published } = await runner.runPlan(plainPlan([post, post]), {
      tamper({ meta: { comments, publications } }) {
        const [one, other] = comments as [(typeof comments)[0], (typeof comments)[0]];
        [one.objectId, other.objectId] = [other.objectId, one.objectId];
        const [early, late] = publications as [(typeof publications)[0], (typeof publications)[0]];
        if (haveSameWords) late.caption = early.caption;
        if (overtook) [early.at, late.at] = [late.at, early.at];
      },
    });
    expect(published).toBe(2);
    return [...new Set(violations.map(ruleOf))].filter((rule) => rule.includes('comment'));
  };

  it.each([
    ['look the same', { haveSameWords: true, overtook: false }],
    ['overtook each other', { haveSameWords: false, overtook: true }],
  ])('finds comments that are exchanged between posts that %s', async (_what, posts) => {
    expect(await rulesOfExchanged(posts)).toContain('wrong comment');
  });

  it('accepts it where both is so, because nobody can tell such posts apart', async () => {
    expect(await rulesOfExchanged({ haveSameWords: true, overtook: true })).toEqual([]);
  });
});
