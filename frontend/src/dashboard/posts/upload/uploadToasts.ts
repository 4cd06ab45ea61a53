import { megabytes } from '../../../format';
import { toast } from '../../../toasts';
import type { UploadTexts } from '../screenFormat';
import type { Batch } from './uploadQueue';

/** Says how an upload, or a choice from the library, ended. */
export function uploadToasts(texts: UploadTexts, subscriptionRequired?: () => void) {
  return ({ uploaded, failed, left, subscriptionRequired: refused }: Batch) => {
    if (uploaded > 0) toast.success(texts.uploaded);
    if (left) {
      toast.success(
        `Remaining: ${left.remaining_submissions} tasks, ${megabytes(left.remaining_storage)} MB storage`,
      );
    }
    if (refused) {
      toast.error(texts.uploadNeedsSubscription);
      subscriptionRequired?.();
    } else if (failed > 0) toast.error(texts.uploadFailed);
  };
}
