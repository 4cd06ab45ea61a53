import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { fixture } from './media';

/** A request to a call that takes multipart/form-data, as somebody would send it who means no good. */
export interface HostileRequest {
  /** Header lines, without those that every request has. */
  headers: string[];
  body: Buffer;
  /** Sent in pieces of so many bytes. */
  pieceBytes: number;
  /** `waits`: for the answer. `half closes`: says that no more comes. `leaves`: is gone after so much of the body. */
  client: 'waits' | 'half closes' | 'leaves';
  leavesAt: number;
}

const CRLF = '\r\n';

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

const part = fc
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
const honestPart = fc
  .constantFrom(
    ['photos[]', 'image/png', readFileSync(fixture('photo.png'))] as const,
    ['captions_file', 'application/json', Buffer.from('["An honest caption"]')] as const,
    TITLE,
  )
  .map(asPart);

/** More of them than any call takes. */
const tooManyParts = fc.constant(Array.from({ length: 200 }, () => asPart(TITLE)));

function asPart([name, kind, content]: readonly [string, string | undefined, Buffer]): Buffer {
  const file = kind ? `; filename="a"${CRLF}Content-Type: ${kind}` : '';
  const head = `--b${CRLF}Content-Disposition: form-data; name="${name}"${file}${CRLF}${CRLF}`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from(CRLF)]);
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });

const body = fc
  .record({
    before: fc.constantFrom('', '', '', 'preamble', CRLF, '--b--\r\n'),
    parts: fc.oneof(
      { weight: 40, arbitrary: fc.array(part, { maxLength: 4 }) },
      { weight: 10, arbitrary: fc.array(honestPart, { minLength: 1, maxLength: 2 }) },
      { weight: 1, arbitrary: tooManyParts },
    ),
    copies: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 30),
    end: fc.constantFrom(
      '--b--\r\n',
      '--b--\r\n',
      '--b--\r\n',
      '--b--',
      '--b',
      '',
      '--b--\r\nepilogue',
      '--c--',
    ),
    flips: fc.oneof(fc.constant([]), fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 8 })),
    kept: fc.oneof(fc.constant(1), fc.constant(1), share),
  })
  .map(({ before, parts, copies, end, flips, kept }) => {
    const middle = Array.from({ length: copies }, () => parts).flat();
    const whole = Buffer.concat([Buffer.from(before), ...middle, Buffer.from(end)]);
    for (const [where, byte] of flips) if (whole.length) whole[Math.floor(where * whole.length)] = byte;
    return whole.subarray(0, Math.ceil(whole.length * kept));
  });

const type = fc.constantFrom(
  ...Array<string>(20).fill('multipart/form-data; boundary=b'),
  'multipart/form-data; boundary="b"',
  'multipart/form-data;boundary=b;charset=utf-16le',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="b',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; Boundary=b; boundary=c',
  'multipart/form-data',
  'Multipart/Form-Data; boundary=b',
  'multipart/mixed; boundary=b',
);

/** How the body is framed, and how honestly. */
const framing = fc.constantFrom(
  ...Array<string>(8).fill('length'),
  ...Array<string>(8).fill('chunks'),
  'more',
  'less',
  'twice',
  'huge',
  'negative',
  'both',
  'long chunk',
  'no chunk size',
  'no last chunk',
);

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    body,
    type,
    framing,
    pieceBytes: fc.constantFrom(1 << 20, 1 << 20, 1000, 97),
    client: fc.constantFrom('waits' as const, 'waits' as const, 'half closes' as const, 'leaves' as const),
    leavesAt: share,
  })
  .map(({ type: contentType, ...request }) => {
    const framed = frame(request.body, request.framing);
    return {
      headers: [`Content-Type: ${contentType}`, ...framed.headers],
      body: framed.body,
      // Many small pieces of a large body would test the patience of who runs this.
      pieceBytes: Math.max(request.pieceBytes, Math.ceil(framed.body.length / 20)),
      // Who promised more than there is has nothing to wait for.
      client: framed.isWhole || request.client === 'leaves' ? request.client : 'half closes',
      leavesAt: Math.floor(request.leavesAt * framed.body.length),
    };
  });

function frame(bytes: Buffer, how: string): { headers: string[]; body: Buffer; isWhole: boolean } {
  const { length } = bytes;
  const lengthOf = (value: number | string) => ({
    headers: [`Content-Length: ${value}`],
    body: bytes,
    isWhole: false,
  });
  const chunkedAs = (body: Buffer, isWhole = false) => ({
    headers: ['Transfer-Encoding: chunked'],
    body,
    isWhole,
  });
  const chunk = Buffer.concat([Buffer.from(length.toString(16) + CRLF), bytes, Buffer.from(CRLF)]);
  const last = Buffer.from(`0${CRLF}${CRLF}`);
  switch (how) {
    case 'more':
      return lengthOf(length + 100);
    case 'less':
      return lengthOf(Math.floor(length / 2));
    case 'twice':
      return {
        headers: [`Content-Length: ${length}`, `Content-Length: ${length + 1}`],
        body: bytes,
        isWhole: false,
      };
    case 'huge':
      return lengthOf('9'.repeat(18));
    case 'negative':
      return lengthOf(-1);
    case 'both':
      return {
        headers: [`Content-Length: ${length}`, 'Transfer-Encoding: chunked'],
        body: Buffer.concat([chunk, last]),
        isWhole: false,
      };
    case 'long chunk':
      return chunkedAs(Buffer.concat([Buffer.from(`ffffffff${CRLF}`), bytes]));
    case 'no chunk size':
      return chunkedAs(Buffer.concat([Buffer.from(`nonsense${CRLF}`), bytes]));
    case 'no last chunk':
      return chunkedAs(chunk);
    case 'chunks':
      return length ? chunkedAs(Buffer.concat([chunk, last]), true) : chunkedAs(last, true);
    default:
      return { ...lengthOf(length), isWhole: true };
  }
}
