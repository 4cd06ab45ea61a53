export const TEXTS = {
  captionsFailed: 'Failed to fetch captions',
  useACaption: 'Use a caption',
  yourCaptions: 'Your captions',
  writeOne: 'Write one',
  searchYourCaptions: 'Search your captions',
  lengthOf: (length: number, most: number) => `${length} of ${most}`,
  emptyTextHint: 'Leave empty to use your captions in turn, or the title if you have none.',
};
