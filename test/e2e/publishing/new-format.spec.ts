import type * as Formats from '../../../backend/publishing/formats/formats';
import type * as Protocols from '../../../backend/ports/networks/meta/protocols';
import { Database } from '../../../backend/database/database';
import { useApp } from '../../support/app';
import { eventually, type Client } from '../../support/client';
import { fixture } from '../../support/media';
import { nowToPost } from '../../support/post-times';
import type * as Postcard from '../../support/postcard/postcard';
import type * as PostcardWay from '../../support/postcard/postcard-protocol';

/*
 * What adding a format takes: its declaration and its protocol, each a file, and a line for each where those are listed.
 * Both lists are replaced here by the product's own with that line added; nothing else of the product is touched.
 */
jest.mock('../../../backend/publishing/formats/formats', () => {
  const { FORMATS } = jest.requireActual<typeof Formats>('../../../backend/publishing/formats/formats');
  const { POSTCARD_FORMAT } = jest.requireActual<typeof Postcard>('../../support/postcard/postcard');
  return { FORMATS: [...FORMATS, POSTCARD_FORMAT] };
});
jest.mock('../../../backend/ports/networks/meta/protocols', () => {
  const { protocolsByFormat } = jest.requireActual<typeof Protocols>(
    '../../../backend/ports/networks/meta/protocols',
  );
  const { PostcardProtocol } = jest.requireActual<typeof PostcardWay>(
    '../../support/postcard/postcard-protocol',
  );
  const withPostcards: typeof protocolsByFormat = (graph, clock, delivery) => {
    const ways = protocolsByFormat(graph, clock, delivery);
    ways.facebook.postcard = [{ protocol: new PostcardProtocol(graph, clock) }];
    return ways;
  };
  return { protocolsByFormat: withPostcards };
});

const PATH = '/api/greetings/postcards';

describe('a format that is added to the list', () => {
  const app = useApp();
  let user: Client;

  beforeAll(async () => {
    user = await app.users.subscriber({ connected: true });
  });

  const upload = async (title: string, fields: Record<string, string[]> = {}) => {
    const form = { titles: [title], ...fields };
    const { status, body } = await user.upload(PATH, [fixture('photo.jpg')], form, 'postcards');
    expect([status, body.postcards]).toMatchObject([201, [{ title, status: 'pending' }]]);
    return body.postcards[0].id as number;
  };

  it('goes from its upload to the network, and tells those who watch', async () => {
    const { body: before } = await user.get('/api/events');
    const id = await upload('From Lisbon', { scheduled_for: [(await nowToPost()).toISOString()] });
    const { body: item } = await eventually(
      () => user.get(`${PATH}/${id}`),
      ({ body }) => ['published', 'failed'].includes(body.status),
    );
    expect([item.status, item.upload_error]).toEqual(['published', null]);
    expect(app.fake.published()).toMatchObject([{ caption: 'Greetings! From Lisbon' }]);
    expect(app.fake.violations()).toEqual([]);
    const { body: after } = await user.call('GET', '/api/events', undefined, { 'last-event-id': before.id });
    expect(after.topics).toEqual(['postcards']);
    const row = await app.running.nest.get(Database).row('SELECT kind, format FROM posts WHERE id = ?', [id]);
    expect(row).toEqual({ kind: 'postcard', format: 'postcard' });
  });

  it('has its list, its place in the calendar, and its turn', async () => {
    const id = await upload('From Porto', { scheduled_for: ['2040-05-01T12:00:00Z'] });
    const waiting = await upload('From Faro');
    const { body: list } = await user.get(PATH);
    expect(list.data.map((item: { id: number }) => item.id)).toEqual([waiting, id, expect.any(Number)]);
    const { body: day } = await user.get('/api/calendar?from=2040-05-01&to=2040-05-02');
    expect(day.items).toMatchObject([{ id, kind: 'postcard' }]);
    const { body: moved } = await user.post('/api/calendar/batch', {
      items: [{ kind: 'postcard', id }],
      start: '2040-05-03T12:00:00Z',
      every_minutes: 1,
    });
    expect(moved.items).toMatchObject([{ id, scheduled_for: '2040-05-03T12:00:00.000Z' }]);
    const { body: outlook } = await user.get('/api/calendar/outlook');
    expect(outlook.next).toContainEqual(expect.objectContaining({ kind: 'postcard', why: 'frequency' }));
    expect((await user.get(`/api/videos/${id}`)).status).toBe(404);
  });
});
