import { errorCode } from '../errors/error-code';

/** Of a failed `link`: the file system, such as exFAT or a share, has no hard links. */
export const hasNoLinks = (error: unknown): boolean =>
  ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(errorCode(error) ?? '');
