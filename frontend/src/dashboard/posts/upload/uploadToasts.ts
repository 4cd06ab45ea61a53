import { megabytes } from '../../../format';
import { toast } from '../../../toasts';
import type { UploadTexts } from '../screenFormat';
import type { Batch } from './upload';
import { TEXTS } from './texts';

/** Toasts the result of an upload, or of a choice from the library. */
export function uploadToasts(texts: UploadTexts, subscriptionRequired?: () => void) {
  return ({ uploaded, failed, left, subscriptionRequired: refused }: Batch) => {
    if (uploaded > 0) toast.success(texts.uploaded);
    if (left) {
      toast.success(TEXTS.remaining(left.remaining_submissions, megabytes(left.remaining_storage)));
    }
    if (refused) {
      toast.error(texts.uploadNeedsSubscription);
      subscriptionRequired?.();
    } else if (failed > 0) toast.error(texts.uploadFailed);
  };
}
