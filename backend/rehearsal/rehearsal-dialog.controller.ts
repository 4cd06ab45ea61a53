import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../common/errors/errors';
import { Public } from '../common/http/public.decorator';
import { RehearsalDialog } from './rehearsal-dialog';
import { dialogPage, dialogProblemPage } from './rehearsal-dialog-page';
import { SAFE, SignInFirst } from './sign-in-first';

const OVER = 'This dialog is over. Go back to Pagecast and connect again.';

/** The login dialog, on the product's own port: the rehearsal server listens where only the product reaches it. */
@ApiExcludeController()
@Controller('rehearsal/:version/dialog')
export class RehearsalDialogController {
  constructor(private readonly dialog: RehearsalDialog) {}

  @Public('callers on this machine')
  @Get('oauth')
  @UseFilters(SignInFirst)
  async show(
    @Param('version') version: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!/^v\d{1,3}\.\d{1,2}$/.test(version)) throw notFound('This page');
    const opened = this.dialog.open(queryOf(request));
    if ('problem' in opened) await show(reply.status(400), dialogProblemPage(opened.problem));
    else await show(reply, dialogPage(opened, `/rehearsal/${version}/dialog/answer`));
  }

  /** The browser sends a form without the token of a session. The seal tells that its page was shown to who may see it. */
  @Public()
  @Get('answer')
  async answer(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const address = this.dialog.answer(new URLSearchParams(queryOf(request)));
    if (address === undefined) await show(reply.status(400), dialogProblemPage(OVER));
    else await reply.headers(SAFE).redirect(address, 302);
  }
}

const show = (reply: FastifyReply, page: string) =>
  reply.headers(SAFE).type('text/html; charset=utf-8').send(page);

const queryOf = ({ url }: FastifyRequest): string => new URL(url, 'http://rehearsal').search.slice(1);
