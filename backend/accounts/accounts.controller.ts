import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ACCOUNT_QUOTA_EXCEEDED, ApiConflict, ApiInvalid, ApiLimited } from '../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { IdPipe } from '../common/http/id.pipe';
import { ListOf, ListParams } from '../common/lists/list.decorator';
import type { ListRequest, Page } from '../common/lists/lists';
import { RateLimits } from '../common/limits/rate-limits';
import { Repeatable } from '../keyed-calls/repeatable.decorator';
import { AccountChanges } from './account-changes';
import { AccountChecks } from './checks/account-checks';
import { AccountEntry } from './connection/account-entry';
import { ACCOUNT_FIELDS, AccountList } from './account-list';
import { COMMENTING, IN_DOUBT } from './removal/account-posts';
import {
  ALREADY_THERE,
  AccountRemoval,
  PENDING_THERE,
  UNDER_WAY_THERE,
  type RemovalQuery,
} from './removal/account-removal';
import { ChangeAccountDto, NewAccountDto } from './account.dto';
import { AccountView } from './account.view';

/** The Pages and Instagram accounts that a user has connected. */
@ApiTags('Accounts')
@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountList,
    private readonly entry: AccountEntry,
    private readonly changes: AccountChanges,
    private readonly checks: AccountChecks,
    private readonly removal: AccountRemoval,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listAccounts',
    summary: 'List connected accounts',
    description: "The caller's Pages and Instagram accounts, as of their last check.",
  })
  @ListOf(AccountView, ACCOUNT_FIELDS, { whole: true })
  list(@CurrentUser() caller: Caller, @ListParams() wanted: ListRequest): Promise<Page<AccountView>> {
    return this.accounts.list(caller.id, wanted);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getAccount',
    summary: 'Get an account',
    description: 'One connected account by its id.',
  })
  @ApiOkResponse({ type: AccountView })
  get(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<AccountView> {
    return this.accounts.get(caller.id, id);
  }

  @Post()
  @Repeatable()
  @ApiOperation({
    operationId: 'addAccounts',
    summary: 'Connect a Page, and its Instagram account',
    description:
      'Checks the token with Meta before anything is stored. An account that is connected already gets the new token and loses its pause.',
  })
  @ApiCreatedResponse({ type: [AccountView] })
  @ApiInvalid(
    { error: 'validation_failed', message: 'This token does not manage the page 102030405060708.' },
    ACCOUNT_QUOTA_EXCEEDED,
  )
  @ApiLimited('30 a minute per user.')
  async add(@CurrentUser() caller: Caller, @Body() account: NewAccountDto): Promise<AccountView[]> {
    await this.limits.consume('accounts', caller.id);
    return this.entry.enter(caller.id, account);
  }

  @Put(':id')
  @ApiOperation({
    operationId: 'updateAccount',
    summary: 'Change an account',
    description: 'What is absent stays. Making it the default moves no item.',
  })
  @ApiOkResponse({ type: AccountView })
  async update(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() change: ChangeAccountDto,
  ): Promise<AccountView> {
    await this.changes.change(caller.id, id, change);
    return this.accounts.get(caller.id, id);
  }

  @Post(':id/check')
  @Repeatable()
  @ApiOperation({
    operationId: 'checkAccount',
    summary: 'Check an account now',
    description: 'Asks Meta about its token and answers the new state.',
  })
  @HttpCode(200)
  @ApiOkResponse({ type: AccountView })
  @ApiLimited('10 a minute per user, together with the other checks.')
  async check(@CurrentUser() caller: Caller, @Param('id', IdPipe) id: number): Promise<AccountView> {
    await this.accounts.get(caller.id, id);
    await this.limits.consume('connection-check', caller.id);
    await this.checks.checkSome(caller.id, [id]);
    return this.accounts.get(caller.id, id);
  }

  @Delete(':id')
  @ApiOperation({
    operationId: 'removeAccount',
    summary: 'Remove an account',
    description:
      'Its token is erased at once; published items keep its name. If it was the default, the oldest remaining account of its network is.',
  })
  @ApiQuery({
    name: 'pending',
    required: false,
    enum: ['delete', 'move'],
    description: 'What becomes of its pending items. Without it they are a 409 with `pending`, their number.',
  })
  @ApiQuery({
    name: 'to',
    required: false,
    schema: { type: 'integer', minimum: 1, example: 6 },
    description: 'With `move`: another account of the caller on the same network.',
  })
  @ApiOkResponse({ type: AccountView })
  @ApiConflict(UNDER_WAY_THERE, IN_DOUBT, COMMENTING, PENDING_THERE, ALREADY_THERE)
  remove(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Query() wanted: RemovalQuery,
  ): Promise<AccountView> {
    return this.removal.disconnect(caller.id, id, wanted);
  }
}
