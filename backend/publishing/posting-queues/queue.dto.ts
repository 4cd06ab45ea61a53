import { ApiProperty } from '@nestjs/swagger';
import { IsArray, IsInt, Min } from 'class-validator';

export class QueueDto {
  @ApiProperty({
    type: [Number],
    description: 'The ids of all waiting items of the account, of every kind, in the new order.',
    example: [483, 481, 482],
  })
  @IsArray({ message: 'ids is the list of the waiting items.' })
  @IsInt({ each: true, message: 'ids is the list of the waiting items.' })
  @Min(1, { each: true, message: 'ids is the list of the waiting items.' })
  ids: number[];
}
