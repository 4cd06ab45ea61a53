import { Body, Controller, Delete, Get, Param, Post, Put, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiConflict, ApiForbidden } from '../common/api-docs/api-refusals';
import type { Actor } from '../activity/activity';
import { CurrentActor } from '../activity/actor.decorator';
import { COMMENTING, GOING_PUBLIC, IN_DOUBT } from '../accounts/removal/account-posts';
import { TwoFactors } from '../auth/two-factor/two-factors';
import { AdminGuard } from '../common/http/admin.guard';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { AdminUserDto, NewUserDto } from './admin.dto';
import { ADMIN_USER_FIELDS, AdminUsersService, OWN_ADDRESS } from './admin-users.service';
import { AdminUserView } from './admin.view';

@ApiTags('Administration')
@ApiForbidden('admin')
@UseGuards(AdminGuard)
@Controller('admin/users')
export class AdminUsersController {
  constructor(
    private readonly users: AdminUsersService,
    private readonly twoFactors: TwoFactors,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listUsers',
    summary: 'List users',
    description: 'With their subscription and what they use of it.',
  })
  @ListOf(AdminUserView, ADMIN_USER_FIELDS)
  list(@ListParams() wanted: ListRequest): Promise<Page<AdminUserView>> {
    return this.users.list(wanted);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getUser', summary: 'Get a user', description: 'One user by their id.' })
  @ApiOkResponse({ type: AdminUserView })
  get(@Param('id', IdPipe) id: number): Promise<AdminUserView> {
    return this.users.get(id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'addUser',
    summary: 'Add a user',
    description: 'Mails the person a link to choose a password, which is good for seven days.',
  })
  @ApiCreatedResponse({ type: AdminUserView })
  add(@Body() person: NewUserDto, @CurrentActor() by: Actor): Promise<AdminUserView> {
    return this.users.add(person, by);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateUser',
    summary: 'Change a user',
    description:
      'Name, email and permissions; what is absent stays. A new email tells the old address by mail and ends all sessions of the user. Your own is changed by `PUT /user`.',
  })
  @ApiConflict('This is the last administrator. Make somebody else one first.', OWN_ADDRESS)
  @ApiOkResponse({ type: AdminUserView })
  update(
    @Param('id', IdPipe) id: number,
    @Body() change: AdminUserDto,
    @CurrentActor() by: Actor,
  ): Promise<AdminUserView> {
    return this.users.update(id, change, by);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'deleteUser',
    summary: 'Delete a user',
    description: 'With all posts, media and settings. What is published stays on the network.',
  })
  @ApiConflict(
    'This is the last administrator. Make somebody else one first.',
    GOING_PUBLIC,
    IN_DOUBT,
    COMMENTING,
  )
  @ApiOkResponse({ type: AdminUserView })
  delete(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<AdminUserView> {
    return this.users.delete(id, by);
  }

  @Delete(':id/two-factor')
  @ApiOperation({
    operationId: 'stopTwoFactorOfUser',
    summary: "Turn off a user's two-factor sign-in",
    description: 'For a person who lost the device and the recovery codes. Mails them.',
  })
  @ApiConflict('Two-factor sign-in is off.', 'Turn off your own two-factor sign-in in Settings, with a code.')
  @ApiOkResponse({ type: AdminUserView })
  async stopTwoFactor(@Param('id', IdPipe) id: number, @CurrentActor() by: Actor): Promise<AdminUserView> {
    await this.twoFactors.stopFor(by, id);
    return this.users.get(id);
  }
}
