import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { MostCharacters } from '../common/fields/most-characters';
import { trimmed } from '../common/fields/trimmed';

export class PlanRequestDto {
  @ApiProperty({ type: 'integer', example: 2 })
  @IsInt({ message: 'Choose a plan.' })
  plan_id: number;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: 2000,
    example: 'We open a second shop in January.',
  })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'A message is a text.' })
  @MostCharacters(2000, 'A message has at most 2000 characters.')
  message?: string | null;
}
