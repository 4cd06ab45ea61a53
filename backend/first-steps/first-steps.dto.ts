import { IsIn } from 'class-validator';
import { ApiProperty } from '../common/openapi';

export class FirstStepsDto {
  @ApiProperty({ enum: [0, 1] })
  @IsIn([0, 1], { message: 'dismissed is 0 or 1.' })
  dismissed: number;
}
