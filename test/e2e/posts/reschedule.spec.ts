import { DateTime } from 'luxon';
import { type Client } from '../../support/client';
import { nowToPost } from '../../support/post-times';
import { useApp } from '../../support/app';
import { uploadVideo } from '../../support/video-uploads';

const app = useApp();

describe('PUT /videos/{id}/reschedule', () => {
  let berliner: Client;
  let path: string;
  beforeAll(async () => {
    berliner = await app.users.subscriber({ timezone: 'Europe/Berlin' });
    path = `/api/videos/${(await uploadVideo(berliner)).id}/reschedule`;
  });
  const reschedule = async (scheduled_for: unknown) => await berliner.put(path, { scheduled_for });

  it("takes wall-clock time in the user's zone, and ISO 8601 with an offset", async () => {
    const year = new Date().getUTCFullYear() + 1;
    const at = async (time: string) => (await reschedule(time)).body;
    expect(await at(`${year}-01-15 18:30:00`)).toMatchObject({
      status: 'pending',
      scheduled_for: `${year}-01-15T17:30:00.000Z`,
    });
    expect((await at(`${year}-07-15 18:30:00`)).scheduled_for).toBe(`${year}-07-15T16:30:00.000Z`);
    expect((await at(`${year}-07-15T18:30:00+05:30`)).scheduled_for).toBe(`${year}-07-15T13:00:00.000Z`);
    expect((await reschedule(null)).body.scheduled_for).toBeNull();
  });

  it('means the first of a time that occurs twice, and refuses one that does not occur', async () => {
    const [gap, fold] = lastSundays(new Date().getUTCFullYear() + 1);
    expect((await reschedule(`${fold} 02:30:00`)).body.scheduled_for).toBe(`${fold}T00:30:00.000Z`);
    const { status, body } = await reschedule(`${gap} 02:30:00`);
    expect([status, body.errors.scheduled_for[0]]).toEqual([
      422,
      'This time does not exist in Europe/Berlin: the clocks are set forward over it. Choose another one.',
    ]);
  });

  it('takes the minute that runs, and nothing before it', async () => {
    // Where the clocks never change, so that no wall-clock time of this minute means another one.
    const timezone = 'Asia/Kolkata';
    const resident = await app.users.subscriber({ timezone });
    const item = `/api/videos/${(await uploadVideo(resident)).id}/reschedule`;
    const to = (time: DateTime) =>
      resident.put(item, { scheduled_for: time.setZone(timezone).toFormat('yyyy-MM-dd HH:mm:00') });
    const now = DateTime.fromJSDate(await nowToPost());
    expect((await to(now)).status).toBe(200);
    const { status, body } = await to(now.minus({ minutes: 2 }));
    expect([status, body.errors]).toEqual([422, { scheduled_for: ['Choose a time that has not passed.'] }]);
  });

  it.each([
    undefined,
    '',
    'tomorrow',
    7,
    true,
    [],
    {},
    '2030-02-30 10:00:00',
    '2030-01-01',
    '9999-01-01 00:00:00',
  ])('refuses %j', async (value) => {
    const { status, body } = await reschedule(value);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['scheduled_for']]);
  });

  /** When the zone of Berlin sets its clocks. */
  function lastSundays(year: number): [string, string] {
    const last = (month: number) => {
      const end = DateTime.utc(year, month, 31);
      return end.minus({ days: end.weekday % 7 }).toISODate()!;
    };
    return [last(3), last(10)];
  }
});
