import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { FirstStepsDto } from './first-steps.dto';
import { FirstStepsService } from './first-steps.service';
import { FirstStepsView } from './first-steps.view';

@ApiTags('Account')
@Controller('user/first-steps')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @ApiOperation({
    operationId: 'getFirstSteps',
    summary: 'Get the first steps',
    description: 'Which of them the caller has done.',
  })
  @ApiOkResponse({ type: FirstStepsView })
  get(@CurrentUser() caller: Caller): Promise<FirstStepsView> {
    return this.steps.of(caller.id);
  }

  @Put()
  @ApiOperation({
    operationId: 'dismissFirstSteps',
    summary: 'Hide or show the first steps',
    description: '`dismissed` 1 hides them, 0 shows them again.',
  })
  @ApiOkResponse({ type: FirstStepsView })
  async dismiss(
    @CurrentUser() caller: Caller,
    @Body() { dismissed }: FirstStepsDto,
  ): Promise<FirstStepsView> {
    await this.steps.dismiss(caller.id, Boolean(dismissed));
    return this.steps.of(caller.id);
  }
}
