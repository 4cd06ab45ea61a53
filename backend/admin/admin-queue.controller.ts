import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { AdminGuard } from '../common/http/admin.guard';
import { AdminQueueService } from './admin-queue.service';
import { AdminQueueView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/queue')
export class AdminQueueController {
  constructor(private readonly queue: AdminQueueService) {}

  @Get()
  @ApiOperation({
    operationId: 'getQueue',
    summary: 'Get the numbers of the queue',
    description: 'How much is due, and what the last and the next 24 hours hold.',
  })
  @ApiOkResponse({ type: AdminQueueView })
  get(): Promise<AdminQueueView> {
    return this.queue.now();
  }
}
