/** The fields, what becomes of them beside, and the buttons. */
export const COLUMNS = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' },
};

export const BESIDE = {
  minWidth: 0,
  gridRow: { md: '1 / span 2' },
  gridColumn: { md: 2 },
  position: { md: 'sticky' },
  top: { md: 16 },
};
