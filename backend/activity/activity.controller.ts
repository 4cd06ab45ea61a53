import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiForbidden } from '../common/api-docs/api-refusals';
import { AdminGuard } from '../common/http/admin.guard';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Activity, ACTIVITY_FIELDS } from './activity';
import { ActivityView } from './activity.view';

/** The activity in the caller's own account. */
@ApiTags('Account')
@Controller('activity')
export class ActivityController {
  constructor(private readonly activity: Activity) {}

  @Get()
  @ApiOperation({
    operationId: 'listOwnActivity',
    summary: "List what happened in the caller's account",
    description: 'Sign-ins and changes, the latest first.',
  })
  @ListOf(ActivityView, ACTIVITY_FIELDS)
  list(@CurrentUser() caller: Caller, @ListParams() wanted: ListRequest): Promise<Page<ActivityView>> {
    return this.activity.listOwn(caller.id, wanted);
  }
}

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/activity')
export class AdminActivityController {
  constructor(private readonly activity: Activity) {}

  @Get()
  @ApiOperation({
    operationId: 'listAllActivity',
    summary: 'List what happened in all accounts',
    description: 'Sign-ins and changes, the latest first.',
  })
  @ListOf(ActivityView, ACTIVITY_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<ActivityView>> {
    return this.activity.listAll(wanted);
  }
}
