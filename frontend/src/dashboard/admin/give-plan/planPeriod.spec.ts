import { firstMinute, lastMinute } from './planPeriod';

it.each([
  ['America/Havana', '2027-03-14', '2027-03-14T05:00:00.000Z', '2027-03-15T03:59:00.000Z'],
  ['America/Santiago', '2027-04-03', '2027-04-03T03:00:00.000Z', '2027-04-04T03:59:00.000Z'],
  ['Europe/Berlin', '2027-06-01', '2027-05-31T22:00:00.000Z', '2027-06-01T21:59:00.000Z'],
])('gives a plan for the whole day in %s on %s', (zone, day, first, last) => {
  expect([firstMinute(day, zone), lastMinute(day, zone)]).toEqual([first, last]);
});

it.each(['', '20261-01-01', '0002-01-01'])('leaves an absurd day to the server: "%s"', (day) => {
  expect([firstMinute(day, 'UTC'), lastMinute(day, 'UTC')]).toEqual([day, day]);
});
