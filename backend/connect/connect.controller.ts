import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountView } from '../accounts/account.view';
import { ApiInvalid, ApiLimited, ApiNotFound } from '../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { IdPipe } from '../common/http/id.pipe';
import { Public } from '../common/http/public.decorator';
import { RateLimits } from '../common/limits/rate-limits';
import { Config } from '../config/config';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { cookiesOf, setCookie } from './browser-cookie';
import { ChooseDto, ConnectDto } from './connect.dto';
import { ConnectService, NOT_OFFERED } from './connect.service';
import { DialogView, OfferView } from './connect.view';
import { DialogAnswer } from './dialog-answer';

const LIMITED = '30 a minute per user: dialogs, choices from what they offer, and accounts added by a token.';
const STATE = /^[\w-]{43}$/;

@ApiTags('Connection')
@Controller('connect')
export class ConnectController {
  constructor(
    private readonly connect: ConnectService,
    private readonly answers: DialogAnswer,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'startConnecting',
    summary: 'Get the address of the login dialog',
    description:
      'Sets a cookie, without which the answer of the dialog is not taken. The dialog has to be answered within ten minutes.',
  })
  @ApiCreatedResponse({ type: DialogView })
  @ApiNotFound(NOT_OFFERED)
  @ApiLimited(LIMITED)
  async start(
    @CurrentUser() caller: Caller,
    @Body() { account_id: accountId }: ConnectDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DialogView> {
    // The answer of each dialog is exchanged once, so that this bounds what is asked of Meta as well.
    await this.limits.consume('accounts', caller.id);
    const { url, cookie } = await this.connect.start(caller.id, accountId ?? undefined);
    setCookie(reply, cookie, this.config.http.publicUrl.startsWith('https:'));
    return { url };
  }

  @Public()
  @Get('callback')
  @ApiOperation({
    operationId: 'takeDialogAnswer',
    summary: 'Come back from the login dialog',
    description:
      'For the browser that the dialog sends back. Leads to the settings, with `connect` (the id of what the dialog offers) or with `connect_error` (`denied`, `expired` or `failed`). What the dialog adds beside these parameters is not read.',
  })
  @ApiQuery({ name: 'state', required: false, schema: { type: 'string', example: 'Zk3vY0T9c2lXbQ' } })
  @ApiQuery({ name: 'code', required: false, schema: { type: 'string', example: 'AQDkY0T9c2lXbQ' } })
  @ApiQuery({ name: 'error', required: false, schema: { type: 'string', example: 'access_denied' } })
  @ApiResponse({
    status: 302,
    description: 'To the settings.',
    headers: {
      Location: { schema: { type: 'string', example: '/dashboard/settings?connect=12' } },
    },
  })
  @ApiLimited('120 a minute per address.')
  async comeBack(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query('state') state?: unknown,
    @Query('code') code?: unknown,
    @Query('error') error?: unknown,
  ): Promise<void> {
    await this.limits.consume('dialog-answer', request.clientAddress);
    const destination = await this.answers.take({
      state: textOf(state, STATE),
      code: textOf(code, /./),
      error: textOf(error, /./),
      cookies: cookiesOf(request),
    });
    const [[name, value] = []] = Object.entries(destination);
    await reply.redirect(`/dashboard/settings?${name}=${value}`, 302);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getOffer',
    summary: 'Get the Pages that the login dialog offers',
    description: 'For half an hour. Pages that a person reaches only through a business are not among them.',
  })
  @ApiOkResponse({ type: OfferView })
  offer(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<OfferView> {
    return this.connect.offer(caller.id, id);
  }

  @Post(':id')
  @Repeatable()
  @ApiOperation({
    operationId: 'chooseFromOffer',
    summary: 'Connect what the login dialog offers',
    description:
      'All or nothing. Accounts that are connected already get the new token and lose their pause; a repetition answers the same accounts.',
  })
  @ApiCreatedResponse({ type: [AccountView] })
  @ApiInvalid(
    { error: 'validation_failed', message: 'Choose at least one Page or Instagram account.' },
    { error: 'account_quota_exceeded', message: 'Your plan allows 10 accounts.' },
  )
  @ApiLimited(LIMITED)
  async choose(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() { page_ids: pageIds, instagram_ids: instagramIds }: ChooseDto,
  ): Promise<AccountView[]> {
    await this.limits.consume('accounts', caller.id);
    return this.connect.choose(caller.id, id, {
      pageIds: pageIds ?? [],
      instagramIds: instagramIds ?? [],
    });
  }
}

const textOf = (value: unknown, form: RegExp): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;
