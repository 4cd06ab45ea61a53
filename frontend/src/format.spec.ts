import {
  date,
  dateTime,
  gigabytes,
  isolated,
  megabytes,
  nameWithoutExtension,
  planDuration,
  playTime,
  relative,
  roughGigabytes,
  rupees,
} from './format';

describe('sizes and money', () => {
  it('shows megabytes with two decimals, plans in whole gigabytes', () => {
    expect(megabytes(1_572_864)).toBe('1.50');
    expect(megabytes(0)).toBe('0.00');
    expect(gigabytes(5 * 1024 ** 3)).toBe(5);
    expect(roughGigabytes(51_187.11 * 1024 ** 2)).toBe('50');
    expect(roughGigabytes(1.25 * 1024 ** 4)).toBe('1,280');
  });

  it('shows rupees', () => {
    expect(rupees(499)).toBe('₹499');
    expect(rupees(125_000)).toBe('₹1,25,000');
    expect(rupees(99.5)).toBe('₹99.50');
  });

  it('calls 30 days Monthly', () => {
    expect(planDuration(30)).toBe('Monthly');
    expect(planDuration(90)).toBe('90 days');
    expect(planDuration(1)).toBe('1 day');
  });
});

describe('times', () => {
  it('shows the date and time of the zone', () => {
    expect(date('2026-11-21T20:35:00Z', 'Asia/Kolkata')).toBe('Nov 22, 2026');
    expect(dateTime('2026-11-21T20:35:00Z', 'Asia/Kolkata')).toBe('Nov 22, 2026, 2:05 AM');
  });

  it('shows an hour that another zone skips', () => {
    // 02:30 on this day does not exist in New York.
    expect(dateTime('2026-03-08T02:30:00Z', 'UTC')).toBe('Mar 8, 2026, 2:30 AM');
  });

  it('says how far off an instant is', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(relative('2026-11-21T14:00:00Z', now)).toBe('in 2 h');
    expect(relative('2026-11-21T11:55:00Z', now)).toBe('5 min ago');
    expect(relative('2026-11-21T12:00:20Z', now)).toBe('now');
    expect(relative('2026-11-21T11:59:40Z', now)).toBe('just now');
    expect(relative('2026-11-22T12:00:00Z', now)).toBe('in 1 day');
    expect(relative('2026-11-22T11:59:00Z', now)).toBe('in 1 day');
    expect(relative('2026-11-21T12:59:45Z', now)).toBe('in 1 h');
    expect(relative('2026-11-11T12:00:00Z', now)).toBe('10 days ago');
    expect(relative('2026-11-23T21:10:00Z', now)).toBe('in 2 days 9 h');
    expect(relative('2026-11-22T12:31:00Z', now)).toBe('in 1 day 1 h');
    expect(relative('2026-11-24T11:45:00Z', now)).toBe('in 3 days');
    expect(relative('2026-11-29T21:00:00Z', now)).toBe('in 8 days');
    expect(relative('2026-11-19T03:00:00Z', now)).toBe('2 days ago');
  });

  it('shows the length of a video', () => {
    expect(playTime(65_000)).toBe('1:05');
  });
});

it('takes a title from a file name', () => {
  expect(nameWithoutExtension('holiday reel.final.mp4')).toBe('holiday reel.final');
  expect(nameWithoutExtension('clip')).toBe('clip');
  expect(nameWithoutExtension('.mp4')).toBe('.mp4');
});

it.each(['قهوة الصباح', 'בית קפה', 'Café قهوة', 'turned \u202eback'])('isolates %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['Bakery', 'Кофейня', '咖啡馆', '42 👩‍🍳'])('leaves %s as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
