import { isApiError, reasonOf } from '../../api';

/** The server's own sentence for a caption or a file that it does not take. */
export const refusalOf = (error: unknown, field: 'content' | 'captions_file') =>
  (isApiError(error) ? error.errors[field]?.[0] : undefined) ?? reasonOf(error);
