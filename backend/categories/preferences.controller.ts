import { Body, Controller, Get, Put } from '@nestjs/common';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '../common/openapi';
import { ChangePreferencesDto, PreferencesDto } from './preferences.dto';
import { PreferencesService } from './preferences.service';

@ApiTags('user')
@ApiBearerAuth()
@Controller('user/preferences/categories')
export class PreferencesController {
  constructor(private readonly preferences: PreferencesService) {}

  @Get()
  @ApiOkResponse({ type: PreferencesDto })
  async get(@CurrentUser() caller: Caller): Promise<PreferencesDto> {
    return { category_ids: await this.preferences.of(caller.id) };
  }

  @Put()
  @ApiOkResponse({ type: PreferencesDto })
  async choose(
    @CurrentUser() caller: Caller,
    @Body() { category_ids }: ChangePreferencesDto,
  ): Promise<PreferencesDto> {
    return { category_ids: await this.preferences.choose(caller.id, category_ids) };
  }
}
