import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const ONE_OF_YOURS = 'Choose one of your accounts.';

export class ConnectDto {
  @ApiPropertyOptional({
    type: 'integer',
    nullable: true,
    minimum: 1,
    description: 'An account to connect again: the dialog asks for what was refused before.',
    example: null,
  })
  @IsOptional()
  @IsInt({ message: ONE_OF_YOURS })
  @Min(1, { message: ONE_OF_YOURS })
  @Max(2_147_483_647, { message: ONE_OF_YOURS })
  account_id?: number | null;
}
