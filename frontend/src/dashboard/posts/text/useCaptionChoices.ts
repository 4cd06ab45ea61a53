import { useQuery } from '@tanstack/react-query';
import { useProvider } from '../../queries';

/** The person's own captions, to write under a post. */
export function useCaptionChoices() {
  const provider = useProvider();
  return useQuery({
    queryKey: ['captions', 'choices'],
    queryFn: () => provider.captionChoices(),
    meta: { failure: 'Failed to fetch captions' },
  });
}
