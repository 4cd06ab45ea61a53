import { RADIUS } from '../../theme';
import { PHONE } from './sizes';

const ONE = 'minmax(0, 1fr)';
const GRID = { display: 'grid', gap: { xs: 2, md: 3 } };

export const TWO_COLUMNS = { ...GRID, gridTemplateColumns: { xs: ONE, lg: `repeat(2, ${ONE})` } };
export const FOUR_COLUMNS = {
  ...GRID,
  gridTemplateColumns: { xs: ONE, sm: `repeat(2, ${ONE})`, lg: `repeat(4, ${ONE})` },
  // On a phone they are rows of one card.
  [PHONE]: {
    gap: 0,
    '& > .MuiCard-root': { borderRadius: 0, borderTopWidth: 0 },
    '& > .MuiCard-root:first-of-type': {
      borderTopWidth: 1,
      borderTopLeftRadius: RADIUS.card,
      borderTopRightRadius: RADIUS.card,
    },
    '& > .MuiCard-root:last-of-type': {
      borderBottomLeftRadius: RADIUS.card,
      borderBottomRightRadius: RADIUS.card,
    },
  },
};
