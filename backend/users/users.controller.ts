import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '../common/openapi';
import { CurrentUser, type Caller } from '../common/caller.decorator';
import { UsersService } from './users.service';
import { UserView } from './user.view';

@ApiTags('user')
@ApiBearerAuth()
@Controller('user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @ApiOkResponse({ type: UserView })
  get(@CurrentUser() caller: Caller): Promise<UserView> {
    return this.users.view(caller.id);
  }
}
