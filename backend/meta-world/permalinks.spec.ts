import { permalinkOf } from './perform';

it.each([
  ['media', '17841', 'https://www.instagram.com/reel/2s/'],
  ['instagram_post', '17841', 'https://www.instagram.com/p/2s/'],
  ['instagram_story', 'rye.bread', 'https://www.instagram.com/stories/rye.bread/100'],
  ['reel', '424242', 'https://www.facebook.com/reel/100'],
  ['post', '424242', 'https://www.facebook.com/424242/posts/100'],
  ['story', '424242', 'https://www.facebook.com/stories/424242/100'],
] as const)('names %s of %s by the address at which people see it', (kind, owner, address) => {
  expect(permalinkOf(kind, owner, '100')).toBe(address);
});
