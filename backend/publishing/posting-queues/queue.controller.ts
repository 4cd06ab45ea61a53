import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AccountView } from '../../accounts/account.view';
import { ApiConflict } from '../../common/api-docs/api-refusals';
import { CurrentUser, type Caller } from '../../common/http/caller.decorator';
import { IdPipe } from '../../common/http/id.pipe';
import { QUEUE_CHANGED, QueueOrder } from './queue-order';
import { QueueDto } from './queue.dto';

/** The items of an account that wait for their turn. */
@ApiTags('Accounts')
@Controller('accounts')
export class QueueController {
  constructor(private readonly order: QueueOrder) {}

  @Put(':id/queue')
  @ApiOperation({
    operationId: 'orderQueue',
    summary: "Change the order of an account's queue",
    description:
      'Items without a time go out in this order. Without it the oldest goes first; what is uploaded later comes last.',
  })
  @ApiOkResponse({ type: AccountView })
  @ApiConflict(QUEUE_CHANGED)
  set(
    @CurrentUser() caller: Caller,
    @Param('id', IdPipe) id: number,
    @Body() { ids }: QueueDto,
  ): Promise<AccountView> {
    return this.order.set(caller.id, id, ids);
  }
}
