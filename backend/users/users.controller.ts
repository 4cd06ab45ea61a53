import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentUser, type Caller } from '../common/http/caller.decorator';
import { UsersService } from './users.service';
import { UserView } from './user.view';

@ApiTags('Account')
@Controller('user')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @ApiOperation({
    operationId: 'getCurrentUser',
    summary: 'Get the caller',
    description: 'Profile, permissions and page settings. Never a token or a password.',
  })
  @ApiOkResponse({ type: UserView })
  get(@CurrentUser() caller: Caller): Promise<UserView> {
    return this.users.view(caller.id);
  }
}
