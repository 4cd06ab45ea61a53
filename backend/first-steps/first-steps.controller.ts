import { Body, Controller, Get, Put } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '../common/openapi';
import { FirstStepsDto } from './first-steps.dto';
import { FirstStepsService } from './first-steps.service';
import { FirstStepsView } from './first-steps.view';

@ApiTags('user')
@ApiBearerAuth()
@Controller('user/first-steps')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsService) {}

  @Get()
  @ApiOkResponse({ type: FirstStepsView })
  get(@CurrentUser() caller: Caller): Promise<FirstStepsView> {
    return this.steps.of(caller.id);
  }

  @Put()
  @ApiOkResponse({ type: FirstStepsView })
  async dismiss(
    @CurrentUser() caller: Caller,
    @Body() { dismissed }: FirstStepsDto,
  ): Promise<FirstStepsView> {
    await this.steps.dismiss(caller.id, Boolean(dismissed));
    return this.steps.of(caller.id);
  }
}
