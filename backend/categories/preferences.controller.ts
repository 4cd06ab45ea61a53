import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { ChangePreferencesDto, PreferencesDto } from './preferences.dto';
import { PreferencesService } from './preferences.service';

@ApiTags('Account')
@Controller('user/preferences/categories')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @ApiOperation({
    operationId: 'getPreferredCategories',
    summary: 'Get the preferred categories',
    description: 'Shared videos of these are posted when nothing else is waiting.',
  })
  @ApiOkResponse({ type: PreferencesDto })
  async get(@CurrentUser() caller: Caller): Promise<PreferencesDto> {
    return { category_ids: await this.preferences.of(caller.id) };
  }

  @Put()
  @ApiOperation({
    operationId: 'choosePreferredCategories',
    summary: 'Choose the preferred categories',
    description: 'An empty list chooses none.',
  })
  @ApiOkResponse({ type: PreferencesDto })
  async choose(
    @CurrentUser() caller: Caller,
    @Body() { category_ids }: ChangePreferencesDto,
  ): Promise<PreferencesDto> {
    return { category_ids: await this.preferences.choose(caller.id, category_ids) };
  }
}
