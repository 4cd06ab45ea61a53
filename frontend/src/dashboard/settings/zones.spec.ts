import { todaysName, zoneChoices } from './zones';

const NOW = new Date('2026-01-15T12:00:00Z');
const choices = zoneChoices('Asia/Calcutta', NOW);

it('lists each zone once, by its name of today and with its offset', () => {
  const zones = choices.map(({ zone }) => zone);
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(400);
  expect(zones).toEqual([...zones].sort());
  expect(zones).not.toContain('Asia/Calcutta');
  expect(choices.find(({ zone }) => zone === 'Asia/Kolkata')?.label).toBe('Asia/Kolkata (GMT+5:30)');
  expect(choices.find(({ zone }) => zone === 'America/New_York')?.label).toBe('America/New York (GMT−5)');
});

it('is found by the former name and by the offset', () => {
  const kolkata = choices.find(({ zone }) => zone === 'Asia/Kolkata');
  expect(kolkata?.searched).toMatch(/Calcutta/);
  expect(kolkata?.searched).toMatch(/\+5:30/);
  expect(todaysName('Europe/Kiev')).toBe('Europe/Kyiv');
  expect(todaysName('Europe/Rome')).toBe('Europe/Rome');
});

it('offers the chosen zone even where the browser does not know it', () => {
  expect(zoneChoices('Mars/Olympus', NOW).map(({ zone }) => zone)).toContain('Mars/Olympus');
});
