import { Controller, Get, Headers, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { EventsView, idOf, missedSince } from './events.view';
import { LiveUpdates } from './live-updates';

@ApiTags('Live updates')
@Controller('events')
export class EventsController {
  constructor(private readonly live: LiveUpdates) {}

  @Get()
  @ApiOperation({
    operationId: 'followEvents',
    summary: 'Follow what changes',
    description:
      'Server-sent events: `changed`, whose data is this object, and a comment every 15 seconds. With `Accept: application/json` one answer instead.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event that came: what changed since is told at once.',
    schema: { type: 'string', example: '4.17.0.9.2.1.0' },
  })
  @ApiExtraModels(EventsView)
  @ApiOkResponse({
    description: 'A stream that stays open.',
    content: {
      'text/event-stream': { schema: { type: 'string' } },
      'application/json': { schema: { $ref: getSchemaPath(EventsView) } },
    },
  })
  async events(
    @CurrentUser() caller: Caller,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (wantsJson(request)) {
      const versions = await this.live.versionsOf(caller);
      return void reply.send({ id: idOf(versions), topics: missedSince(lastEventId, versions) });
    }
    await this.live.follow(caller, lastEventId, reply.raw, streamHeaders(reply));
    reply.hijack();
  }
}

/** A client that asks for JSON gets the current state immediately. */
const wantsJson = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'HEAD' || (accept.includes('application/json') && !accept.includes('text/event-stream'));

/** The stream bypasses the framework, so it sends the headers that hooks have set. Proxies must not buffer it. */
const streamHeaders = (reply: FastifyReply): Record<string, string> => ({
  ...(reply.getHeaders() as Record<string, string>),
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
});
