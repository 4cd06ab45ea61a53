import { Controller, Delete, Get, Param, Put, Req, UseGuards } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiConflict, ApiForbidden } from '../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { ActiveSubscriptionGuard } from '../subscriptions/active-subscription.guard';
import { MEDIUM_ID, UPLOAD_INCOMPLETE } from './medium-id';
import { MediaService } from './media.service';
import { MediumView } from './medium.view';

@ApiTags('Uploads')
@ApiForbidden('subscription')
@UseGuards(ActiveSubscriptionGuard)
@Controller('media')
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Get(':id')
  @ApiOperation({
    operationId: 'getMedium',
    summary: 'Get an uploaded file',
    description: 'What it is, and which formats take it. Its id is that of the upload.',
  })
  @UPLOAD_INCOMPLETE
  @MEDIUM_ID
  @ApiOkResponse({ type: MediumView })
  get(@CurrentUser() caller: Caller, @Param('id') id: string): Promise<MediumView> {
    return this.media.get(caller.id, id);
  }

  @Put(':id/poster')
  @ApiOperation({
    operationId: 'setPosterOfMedium',
    summary: 'Set the picture for lists',
    description: 'A JPEG of at most 300 KiB. Items that are made of the file afterwards show it.',
  })
  @ApiConsumes('image/jpeg')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiConflict('This file changed just now. Try again.')
  @MEDIUM_ID
  @ApiOkResponse({ type: MediumView })
  setPoster(
    @CurrentUser() caller: Caller,
    @Param('id') id: string,
    @Req() { raw }: FastifyRequest,
  ): Promise<MediumView> {
    return this.media.setPoster(caller, id, raw);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteMedium',
    summary: 'Delete an uploaded file',
    description: 'Answers what was deleted.',
  })
  @ApiConflict('An item uses this file. Delete the item first.')
  @MEDIUM_ID
  @ApiOkResponse({ type: MediumView })
  delete(@CurrentUser() caller: Caller, @Param('id') id: string): Promise<MediumView> {
    return this.media.delete(caller.id, id);
  }
}
