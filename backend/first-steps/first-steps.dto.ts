import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';

export class FirstStepsDto {
  @ApiProperty({ enum: [0, 1], example: 1 })
  @IsIn([0, 1], { message: 'dismissed is 0 or 1.' })
  dismissed: number;
}
