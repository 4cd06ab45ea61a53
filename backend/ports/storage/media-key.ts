import { randomBytes } from 'node:crypto';

export type Extension = 'mp4' | 'mov' | 'jpg' | 'png' | 'gif';

/** 160 random bits and the extension of the actual format. */
export const newKey = (extension: Extension): string => `${randomBytes(20).toString('hex')}.${extension}`;

export const isKey = (text: string): boolean => /^[0-9a-f]{40}\.(mp4|mov|jpg|png|gif)$/.test(text);

export const extensionOf = (key: string): Extension => key.split('.')[1] as Extension;

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
};

export const contentTypeOf = (key: string): string =>
  TYPES[key.split('.')[1] ?? ''] ?? 'application/octet-stream';
