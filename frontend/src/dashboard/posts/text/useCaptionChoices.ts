import { useQuery } from '@tanstack/react-query';
import { fetchCaptionChoices } from '../calls';
import { TEXTS } from './texts';

/** The person's own captions, to write under a post. */
export function useCaptionChoices() {
  return useQuery({
    queryKey: ['captions', 'choices'],
    queryFn: fetchCaptionChoices,
    meta: { failure: TEXTS.captionsFailed },
  });
}
