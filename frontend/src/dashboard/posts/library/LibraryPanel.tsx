import { ChosenList } from './ChosenList';
import { LibraryBrowser } from './LibraryBrowser';
import { useChosenVideos } from './useChosenVideos';

/** The shared library: browse, choose, rename and post videos. */
export function LibraryPanel({ subscriptionRequired }: { subscriptionRequired: () => void }) {
  const chosen = useChosenVideos();
  return (
    <>
      <LibraryBrowser chosen={chosen} />
      <ChosenList chosen={chosen} subscriptionRequired={subscriptionRequired} />
    </>
  );
}
