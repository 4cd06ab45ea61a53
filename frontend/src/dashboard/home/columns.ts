const ONE = 'minmax(0, 1fr)';
const GRID = { display: 'grid', gap: { xs: 2, md: 3 } };

export const TWO_COLUMNS = { ...GRID, gridTemplateColumns: { xs: ONE, lg: `repeat(2, ${ONE})` } };
export const FOUR_COLUMNS = {
  ...GRID,
  gridTemplateColumns: { xs: ONE, sm: `repeat(2, ${ONE})`, lg: `repeat(4, ${ONE})` },
};
