import { Body, Controller, Delete, Get, Param, Post, Put, Req, UseGuards } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { ApiForm, FILE } from '../common/api-docs/api-forms';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { RateLimits } from '../common/limits/rate-limits';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { OngoingUploads } from '../media/receiving/ongoing-uploads';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { BulkView, CaptionContent, CaptionView } from './caption.view';
import { CAPTION_FIELDS, CaptionsService } from './captions.service';
import { receiveCaptionsFile } from './receive-captions-file';

@ApiTags('Captions')
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('captions')
export class CaptionsController {
  constructor(
    private readonly captions: CaptionsService,
    private readonly limits: RateLimits,
    private readonly underWay: OngoingUploads,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listCaptions',
    summary: 'List captions',
    description: 'The latest first.',
  })
  @ListOf(CaptionView, CAPTION_FIELDS, { whole: true })
  list(@CurrentUser() caller: Caller, @ListParams() wanted: ListRequest): Promise<Page<CaptionView>> {
    return this.captions.list(caller.id, wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getCaption',
    summary: 'Get a caption',
    description: 'One caption by its id.',
  })
  @ApiOkResponse({ type: CaptionView })
  get(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<CaptionView> {
    return this.captions.get(caller.id, id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'createCaptions',
    summary: 'Add a caption, or many from a file',
    description:
      'One caption as JSON, or many as a file. Of a file, the good ones are kept and the others are listed.',
  })
  @ApiBody({ type: CaptionContent })
  @ApiForm(
    { captions_file: { ...FILE, description: 'A JSON array of texts, or of objects with `content`.' } },
    ['captions_file'],
  )
  @ApiExtraModels(CaptionView, BulkView)
  @ApiCreatedResponse({
    description: 'The caption; for a file what became of it.',
    schema: { oneOf: [{ $ref: getSchemaPath(CaptionView) }, { $ref: getSchemaPath(BulkView) }] },
  })
  async create(
    @CurrentUser() caller: Caller,
    @Req() request: FastifyRequest,
    @Body() body: unknown,
  ): Promise<CaptionView | BulkView> {
    if (!/^multipart\//i.test(request.headers['content-type'] ?? ''))
      return this.captions.create(caller.id, contentOf(body));
    await this.limits.consume('upload', caller.id);
    const file = await this.underWay.run(request.raw, (signal) => receiveCaptionsFile(request, signal));
    return this.captions.createAll(caller, file);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateCaption',
    summary: 'Change a caption',
    description: 'Posts that are published keep their text.',
  })
  @ApiBody({ type: CaptionContent })
  @ApiOkResponse({ type: CaptionView })
  update(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() body: unknown,
  ): Promise<CaptionView> {
    const given = (body as { content?: unknown } | null | undefined)?.content;
    return this.captions.update(caller.id, id, given === null ? '' : given);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteCaption',
    summary: 'Delete a caption',
    description: 'Answers what was deleted.',
  })
  @ApiOkResponse({ type: CaptionView })
  delete(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<CaptionView> {
    return this.captions.delete(caller.id, id);
  }
}

/** An absent content counts as empty: the refusal then says what to do. */
function contentOf(body: unknown): unknown {
  return (body as { content?: unknown } | null | undefined)?.content ?? '';
}
