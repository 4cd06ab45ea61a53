import { createReadStream } from 'node:fs';
import {
  Body,
  Controller,
  Get,
  Header,
  Param,
  Post,
  Query,
  Req,
  Res,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminGuard } from '../common/http/admin.guard';
import { forbidden, invalid, notFound } from '../common/errors/errors';
import { Public } from '../common/http/public.decorator';
import { byteRange } from './byte-range';
import { ACCOUNT_ID } from './rehearsal-account';
import { isFault } from './rehearsal-faults';
import { RehearsalGallery } from './rehearsal-gallery';
import { rehearsalPage } from './rehearsal-page';
import { SAFE, SignInFirst } from './sign-in-first';
import { SCRIPT } from './rehearsal-script';
import { STYLE } from './rehearsal-style';

const POSTS_SHOWN = 48;
/** Each post costs two small reads. */
const POSTS_AT_MOST = 100;

/**
 * What was "published", on the product's own port and outside `/api`: for who sits at this machine, and from elsewhere
 * for who is signed in.
 */
@Public('callers on this machine')
@ApiExcludeController()
@Controller('rehearsal')
export class RehearsalController {
  constructor(private readonly gallery: RehearsalGallery) {}

  @Get()
  @UseFilters(SignInFirst)
  async show(@Res() reply: FastifyReply, @Query('page') page?: unknown): Promise<void> {
    const { accounts, chosen } = this.gallery.choose(textOf(page));
    const posts = this.gallery.list(POSTS_SHOWN);
    const faults = this.gallery.network.faults.list(chosen);
    const text = rehearsalPage({ posts, accounts, chosen, faults });
    await reply.headers(SAFE).type('text/html; charset=utf-8').send(text);
  }

  @Get('posts.json')
  async posts(@Res() reply: FastifyReply, @Query('limit') limit?: unknown): Promise<void> {
    const wanted = /^\d{1,4}$/.test(textOf(limit) ?? '') ? Number(limit) : 100;
    await reply.headers(SAFE).send(this.gallery.list(Math.min(wanted, POSTS_AT_MOST)));
  }

  @Get('faults.json')
  async faults(@Res() reply: FastifyReply, @Query('page_id') page?: unknown): Promise<void> {
    const { chosen } = this.gallery.choose(textOf(page));
    await reply.headers(SAFE).send(this.gallery.network.faults.list(chosen));
  }

  /** 303: reloading the page must not submit the form again. */
  @Public('nobody')
  @UseGuards(AdminGuard)
  @Post('faults')
  async turn(
    @Req() request: FastifyRequest,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    refuseStrangers(request);
    const { page, fault, on } = switchOf(body);
    const { chosen } = this.gallery.choose(page);
    if (chosen !== page) throw invalid({ page_id: ['There is no such account on the rehearsal page.'] });
    this.gallery.network.faults.turn(page, fault, on);
    await reply.header('cache-control', 'no-store').redirect(`/rehearsal?page=${page}`, 303);
  }

  @Get('media/:id')
  async media(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const file = this.gallery.media(id);
    if (!file) throw notFound('This media');
    void reply.headers({
      'content-type': file.mime,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600',
    });
    const range = byteRange(request.headers.range, file.bytes);
    if (range === 'unsatisfiable') {
      await reply.status(416).header('content-range', `bytes */${file.bytes}`).send();
      return;
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    if (range) void reply.status(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
    void reply.header('content-length', end - start + 1);
    await reply.send(createReadStream(file.path, { start, end }));
  }

  @Public()
  @Get('rehearsal.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  @Header('cache-control', 'no-cache')
  style(): string {
    return STYLE;
  }

  @Public()
  @Get('rehearsal.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  @Header('cache-control', 'no-cache')
  script(): string {
    return SCRIPT;
  }
}

/** Refuses requests of other sites. */
function refuseStrangers({ headers }: FastifyRequest): void {
  const origin = headers.origin;
  const foreign = origin !== undefined && hostOf(origin) !== headers.host;
  if (foreign || headers['sec-fetch-site'] === 'cross-site')
    throw forbidden('Only the rehearsal page itself may switch failures on.');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function switchOf(body: unknown) {
  const {
    page_id: page,
    fault,
    on,
  } = (typeof body === 'object' && body ? body : {}) as Record<string, unknown>;
  const account = textOf(page);
  const name = textOf(fault);
  if (account === undefined || !ACCOUNT_ID.test(account))
    throw invalid({ page_id: ['A page id consists of digits.'] });
  if (name === undefined || !isFault(name)) throw invalid({ fault: ['There is no such failure.'] });
  return { page: account, fault: name, on: on === true || ['1', 'true', 'on'].includes(textOf(on) ?? '') };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}
