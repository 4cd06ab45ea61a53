import { renderToStaticMarkup } from 'react-dom/server';
import { CardSection } from './CardSection';

const badgeOf = (isHere?: boolean) => {
  const card = { name: 'Performance Analytics', text: 'How each post does.', isHere };
  const html = renderToStaticMarkup(<CardSection id="soon" title="Coming Soon" lead="" cards={[card]} />);
  expect(html).toContain('Performance Analytics');
  return /class="badge[^"]*">([^<]*)</.exec(html)?.[1];
};

it('keeps the card of what was announced, and says when it is there', () => {
  expect([badgeOf(), badgeOf(false), badgeOf(true)]).toEqual([undefined, 'Soon', 'Now here']);
});
