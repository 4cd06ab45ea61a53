import type { PageOnOffer } from './calls';
import { choicesOf, chosenOf, firstChoice, matching, toggled } from './choice';

const page = (page_id: string, more: Partial<PageOnOffer> = {}): PageOnOffer => ({
  page_id,
  name: `Page ${page_id}`,
  picture_url: null,
  can_post: true,
  why_not: null,
  connected: false,
  instagram: null,
  ...more,
});
const bakery = page('1', {
  name: 'Bakery',
  instagram: { id: '10', username: 'the.bakery', connected: true },
});
const garage = page('2', { name: 'Garage', connected: true });
const museum = page('3', {
  name: 'Museum',
  can_post: false,
  why_not: 'Your role on this Page may not post.',
  connected: true,
  instagram: { id: '30', username: 'museum', connected: true },
});
const ALL = [bakery, garage, museum];

describe('the choice of Pages', () => {
  it('begins with what is connected and may be posted to', () => {
    expect([...firstChoice(ALL)]).toEqual(['instagram 10', 'page 2']);
  });

  it('begins with a single Page and its account', () => {
    expect([...firstChoice([bakery])]).toEqual(['page 1', 'instagram 10']);
    expect([...firstChoice([museum])]).toEqual([]);
  });

  it('takes all that can be chosen, and nothing else', () => {
    const all = toggled(new Set(), choicesOf(ALL), true);
    expect(chosenOf(all, ALL)).toEqual({ page_ids: ['1', '2'], instagram_ids: ['10'] });
    expect(toggled(all, choicesOf([bakery]), false)).toEqual(new Set(['page 2']));
  });

  it('sends nothing that is no longer offered', () => {
    expect(chosenOf(new Set(['page 1', 'page 9', 'instagram 30']), ALL)).toEqual({
      page_ids: ['1'],
      instagram_ids: [],
    });
  });

  it('is found by the name of the Page and of its account', () => {
    expect(matching(ALL, ' GAR ')).toEqual([garage]);
    expect(matching(ALL, '@the')).toEqual([bakery]);
    expect(matching(ALL, '')).toEqual(ALL);
    expect(matching(ALL, 'harbour')).toEqual([]);
  });
});
