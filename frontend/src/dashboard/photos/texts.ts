export const TEXTS = {
  noPicture: 'No picture to show',
  fileGone: 'The file is no longer stored',
  view: (title: string) => `View ${title}`,
  loading: 'Loading',
};
