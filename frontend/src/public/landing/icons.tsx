/** Line drawings of 24 by 24, in the colour of the text around them. */
const icon = (path: string) =>
  function Icon() {
    return (
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={path} />
      </svg>
    );
  };

export const Bolt = icon('M13 3 5 13.5h6L10 21l9-11.5h-6.5L13 3Z');
export const Shield = icon(
  'M12 3 5 5.6v5.7c0 4.3 2.9 7.9 7 9.7 4.1-1.8 7-5.4 7-9.7V5.6L12 3Zm-3.2 8.8 2.4 2.4 4.2-4.6',
);
export const Pages = icon(
  'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm5.5 5.2v5.6l4.6-2.8-4.6-2.8Z',
);
export const Spark = icon(
  'M11 4.5 9.4 9 5 10.6l4.4 1.6L11 16.7l1.6-4.5 4.4-1.6L12.6 9 11 4.5ZM18 15l-.8 2.2L15 18l2.2.8L18 21l.8-2.2L21 18l-2.2-.8L18 15Z',
);
export const Image = icon(
  'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 15.5l4.4-4.3 4 4 2.8-2.7 4.8 4.5M15.5 9h.01',
);
export const Chart = icon('M4 20h16M7 16v-4M12 16V7M17 16v-6');
