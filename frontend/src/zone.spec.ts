import { browserZone, inputValue, instantOf, scheduleTime, wallClock, zoneLabel } from './zone';

describe('wall clocks', () => {
  const instant = new Date('2026-11-21T18:35:40Z');

  it('tells the time of the zone, whatever the zone of this process', () => {
    expect(inputValue(instant, 'UTC')).toBe('2026-11-21T18:35');
    expect(inputValue(instant, 'Asia/Kolkata')).toBe('2026-11-22T00:05');
    expect(inputValue(instant, 'America/New_York')).toBe('2026-11-21T13:35');
  });

  it('writes midnight as hour 0', () => {
    expect(wallClock(new Date('2026-01-01T00:00:00Z'), 'UTC').hour).toBe(0);
  });

  it('follows daylight saving', () => {
    expect(inputValue(new Date('2026-03-29T00:59:00Z'), 'Europe/Rome')).toBe('2026-03-29T01:59');
    expect(inputValue(new Date('2026-03-29T01:00:00Z'), 'Europe/Rome')).toBe('2026-03-29T03:00');
  });

  it('falls back to UTC for a zone that the browser does not know', () => {
    expect(inputValue(instant, 'Mars/Olympus')).toBe('2026-11-21T18:35');
  });
});

it('sends a time as the server takes it', () => {
  expect(scheduleTime('2026-11-21T18:35')).toBe('2026-11-21 18:35:00');
  expect(scheduleTime('2026-11-21T18:35:12')).toBe('2026-11-21 18:35:00');
});

it('finds the instant of a wall clock, on both sides of a change of clocks', () => {
  const at = (value: string, zone: string) => instantOf(value, zone)?.toISOString();
  expect(at('2026-11-22T00:05', 'Asia/Kolkata')).toBe('2026-11-21T18:35:00.000Z');
  expect(at('2026-03-29T01:59', 'Europe/Rome')).toBe('2026-03-29T00:59:00.000Z');
  expect(at('2026-03-29T03:00', 'Europe/Rome')).toBe('2026-03-29T01:00:00.000Z');
  expect(at('2026-10-25T12:00', 'America/New_York')).toBe('2026-10-25T16:00:00.000Z');
});

const UNFINISHED = [
  '',
  '2026-11-25',
  '0002-11-25T10:00',
  '0206-11-25T10:00',
  '20261-11-25T10:00',
  '202612-11-25T10:00',
];

it('finds the last instant that a field takes', () => {
  expect(instantOf('9999-12-31T23:59', 'Asia/Kolkata')?.toISOString()).toBe('9999-12-31T18:29:00.000Z');
});

it.each([
  ['Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00.000Z'],
  ['Africa/Cairo', '2027-10-28T23:30', '2027-10-28T20:30:00.000Z'],
])(
  'finds the first of a time that occurs twice in %s, and the second once that has passed',
  (zone, value, first) => {
    const at = (now: number) => instantOf(value, zone, now)?.getTime();
    const passed = Date.parse(first);
    expect([at(0), at(passed + 59_999)]).toEqual([passed, passed]);
    expect(at(passed + 60_000)).toBeGreaterThan(passed);
  },
);

it('finds no instant for a time that DST skips', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Berlin')).toBeUndefined();
});

it.each(UNFINISHED)('finds no instant for a time that is being typed: "%s"', (value) => {
  expect(instantOf(value, 'America/New_York')).toBeUndefined();
});

it('writes years with four digits, as fields do', () => {
  expect(inputValue(new Date('0206-11-25T10:00:00Z'), 'UTC')).toBe('0206-11-25T10:00');
});

it('names a zone with its offset at that instant', () => {
  expect(zoneLabel('America/New_York', new Date('2026-07-01T00:00:00Z'))).toBe('America/New York (GMT−4)');
  expect(zoneLabel('America/New_York', new Date('2026-12-01T00:00:00Z'))).toBe('America/New York (GMT−5)');
});

it.each([
  ['Europe/Rome', 'Europe/Rome'],
  ['Etc/Unknown', 'UTC'],
  ['', 'UTC'],
])('takes the zone of a browser that says "%s" to be %s', (timeZone, zone) => {
  const said = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  said.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
  expect(browserZone()).toBe(zone);
  said.mockRestore();
});
