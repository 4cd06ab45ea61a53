import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { fixture } from './media';

export const CRLF = '\r\n';

/** What every object has, what objects are made from, and what a parser of names stumbles over. */
const NAMES = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...Object.getOwnPropertyNames(Array.prototype),
  'prototype',
  '__proto__[polluted]',
  'constructor[prototype][polluted]',
  'titles[__proto__]',
  '',
  ' ',
  '\0',
  '[]',
  '[0]',
  'videos',
  'videos[]',
  'videos[0]',
  'videos[][]',
  'photos[]',
  'video',
  'file',
  'posters[]',
  'titles[]',
  'title',
  'category_id',
  'scheduled_for[]',
  'captions_file',
  `a${'[b]'.repeat(3000)}`,
  'x'.repeat(10_000),
  '%00%ff%',
  'name"; filename="x',
  '../../etc/passwd',
  '\ud83d',
];

const FILE_NAMES = [
  'a.mp4',
  'a.png',
  'captions.json',
  '../x',
  '',
  '..',
  '\0',
  'x'.repeat(10_000),
  '__proto__',
];

const DISPOSITIONS = [
  'form-data',
  'form-data;',
  'form-data; =',
  'form-data; name',
  'form-data; name=',
  'form-data; name=""',
  'form-data; filename="a.png"',
  "form-data; filename*=utf-8''%ff%fe",
  "form-data; name*=utf-8''videos; filename*=nonsense''%41",
  'form-data; name="a"; name="b"',
  'form-data; name="a',
  'attachment; name="videos[]"; filename="a"',
  'FORM-DATA; NAME="videos[]"; FILENAME="a"',
  '',
  ';;;;',
  'form-data; name="videos[]"; filename="a"; filename*=utf-16le\'\'%d8',
];

const TYPES = [
  'video/mp4',
  'image/png',
  'application/json',
  'application/octet-stream',
  'multipart/mixed; boundary=inner',
  'text/plain; charset=utf-16le',
  'text/plain; charset=base64',
  'text/plain; charset=nobody-knows',
  'text/plain; charset=',
  '/',
  '',
];

const CONTENTS: Buffer[] = [
  '',
  'x',
  '["a"]',
  '--b',
  '\r\n--',
  '\r\n--b\r',
  `--inner${CRLF}Content-Disposition: form-data; name="a"${CRLF}${CRLF}x${CRLF}--inner--`,
  '\ud83d',
]
  .map((text) => Buffer.from(text, 'utf16le'))
  .concat(
    Buffer.from('\x00\x00\x00\x20ftypisom', 'latin1'),
    Buffer.from('\x00\x00\x00\x01ftypisom\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    readFileSync(fixture('portrait.mp4')).subarray(0, 2000),
    Buffer.alloc(9000, 'y'),
  );

const quoted = (text: string): string => text.replace(/[\r\n]/g, ' ');

const disposition = fc.oneof(
  fc
    .tuple(fc.constantFrom(...NAMES), fc.option(fc.constantFrom(...FILE_NAMES), { nil: undefined }))
    .map(
      ([name, file]) =>
        `form-data; name="${quoted(name)}"${file === undefined ? '' : `; filename="${quoted(file)}"`}`,
    ),
  fc.constantFrom(...DISPOSITIONS),
);

const header = fc.oneof(
  { weight: 6, arbitrary: disposition.map((value) => `Content-Disposition: ${value}`) },
  { weight: 3, arbitrary: fc.constantFrom(...TYPES).map((type) => `Content-Type: ${type}`) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('base64', 'quoted-printable', '', 'x'.repeat(500))
      .map((encoding) => `Content-Transfer-Encoding: ${encoding}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'no colon',
      ': no name',
      '__proto__: x',
      ' folded',
      `X: ${'y'.repeat(20_000)}`,
      Array.from({ length: 300 }, (_, n) => `X-${n}: y`).join(CRLF),
    ),
  },
);

export const part = fc
  .record({
    headers: fc.array(header, { minLength: 0, maxLength: 4 }),
    lineEnd: fc.constantFrom(CRLF, CRLF, CRLF, CRLF, '\n', '\r'),
    content: fc.constantFrom(...CONTENTS),
  })
  .map(({ headers, lineEnd, content }) =>
    Buffer.concat([
      Buffer.from(`--b${lineEnd}${headers.map((line) => line + lineEnd).join('')}${lineEnd}`),
      content,
      Buffer.from(lineEnd),
    ]),
  );

const TITLE = ['titles[]', undefined, Buffer.from('A title')] as const;

/** What an honest client would send: something has to be taken now and then. */
export const honestPart = fc
  .constantFrom(
    ['photos[]', 'image/png', readFileSync(fixture('photo.png'))] as const,
    ['captions_file', 'application/json', Buffer.from('["An honest caption"]')] as const,
    TITLE,
  )
  .map(asPart);

/** More of them than any call takes. */
export const tooManyParts = fc.constant(Array.from({ length: 200 }, () => asPart(TITLE)));

function asPart([name, kind, content]: readonly [string, string | undefined, Buffer]): Buffer {
  const file = kind ? `; filename="a"${CRLF}Content-Type: ${kind}` : '';
  const head = `--b${CRLF}Content-Disposition: form-data; name="${name}"${file}${CRLF}${CRLF}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(CRLF)]);
}
