import fc from 'fast-check';
import { CRLF, honestPart, part, tooManyParts } from './hostile-parts';

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
