import type { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import { forbidden, notFound } from '../../common/errors/errors';
import { Public } from '../../common/http/public.decorator';
import { answerHead } from './answer-head';
import { isKnown, wantedRange } from './conditions';
import { contentTypeOf, isKey } from './media-key';
import { MediaLinks } from './media-links';
import { mediaCaching } from './media-caching';
import { MediaMissing, Storage, type DirectLink } from './storage';

const MARGIN_MS = 60_000;

/** A file that is shorter than this is wanted whole (RFC 9110, 14.1.2); the parser calls that unsatisfiable. */
const LAST_BYTES = /^bytes=\s*-0*[1-9]\d*\s*$/;

/** Serves media by signed link, with ranges so that players can seek. Nothing in them can run. */
@ApiExcludeController()
@Controller('storage')
export class MediaController {
  constructor(
    private readonly storage: Storage,
    private readonly links: MediaLinks,
  ) {}

  @Public()
  @Get(':key')
  async send(
    @Param('key') key: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const lastsMs = isKey(key) ? this.links.lastsMs(key, query.expires, query.signature) : 0;
    if (!lastsMs) throw forbidden('This link is not valid any more. Reload the page to get a new one.');
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const link = await this.storage.link(key, method, Number(query.expires) * 1000);
    if (link) {
      redirect(reply, link);
      return;
    }
    const file = await this.storage.stat(key);
    if (!file) throw notFound('This file');
    if (isKnown(request.headers, tagOf(key)))
      return void reply.status(304).headers(headersOf(key, lastsMs)).send();
    const range = readRange(wantedRange(request.headers, tagOf(key)), file.sizeBytes);
    if (range === 'unsatisfiable')
      return void reply.status(416).header('content-range', `bytes */${file.sizeBytes}`).send();
    const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
    // Before the headers, so that a refusal has none of them.
    const bytes = method === 'GET' ? await this.open(key, { start, end }) : undefined;
    void reply.headers({ ...headersOf(key, lastsMs), 'content-length': end - start + 1 });
    if (range) void reply.status(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
    if (!bytes) {
      answerHead(reply);
      return;
    }
    return void reply.send(bytes);
  }

  private async open(key: string, range: { start: number; end: number }): Promise<Readable> {
    try {
      return await this.storage.open(key, range, 'viewer');
    } catch (error) {
      if (error instanceof MediaMissing) throw notFound('This file');
      throw error;
    }
  }
}

const headersOf = (key: string, lastsMs: number) => ({
  'content-type': contentTypeOf(key),
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': mediaCaching(lastsMs),
  'accept-ranges': 'bytes',
  etag: tagOf(key),
});

const tagOf = (key: string): string => `"${key}"`;

/** The redirect ends before the address does, so that no browser keeps one that is over. */
function redirect(reply: FastifyReply, { url, lastsMs }: DirectLink): void {
  const seconds = Math.max(0, Math.floor((lastsMs - MARGIN_MS) / 1000));
  void reply
    .status(302)
    .headers({ location: url, 'cache-control': `private, max-age=${seconds}` })
    .send();
}

/** Reads one range. Several ranges, or another unit, get the whole file, as the standard allows. */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  if (!header) return undefined;
  const ranges = parseRange(size, header, { combine: true });
  if (ranges === -1) return LAST_BYTES.test(header) ? { start: 0, end: size - 1 } : 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}
