import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { AdminGuard } from '../common/http/admin.guard';
import { AdminFailuresService } from './admin-failures.service';
import { AdminFailureView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/failures')
export class AdminFailuresController {
  constructor(private readonly failures: AdminFailuresService) {}

  @Get()
  @ApiOperation({
    operationId: 'listFailures',
    summary: 'List the posts that failed last',
    description:
      'The five latest of the last seven days, whoever they belong to. A post that is brought back is not among them.',
  })
  @ApiOkResponse({ type: AdminFailureView, isArray: true })
  list(): Promise<AdminFailureView[]> {
    return this.failures.latest();
  }
}
