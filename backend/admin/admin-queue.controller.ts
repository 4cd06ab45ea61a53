import { Controller, Get, UseGuards } from '@nestjs/common';
import { AdminGuard } from '../common/admin.guard';
import { ApiBearerAuth, ApiForbidden, ApiOkResponse, ApiTags } from '../common/openapi';
import { AdminQueueService } from './admin-queue.service';
import { AdminQueueView } from './admin.view';

@ApiTags('admin')
@ApiBearerAuth()
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/queue')
export class AdminQueueController {
  constructor(private readonly queue: AdminQueueService) {}

  @Get()
  @ApiOkResponse({ type: AdminQueueView })
  get(): Promise<AdminQueueView> {
    return this.queue.now();
  }
}
