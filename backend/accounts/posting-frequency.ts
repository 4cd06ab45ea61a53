import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

const A_YEAR_IN_MINUTES = 525_600;

/** Minutes between posts without a time, as a field that may be absent. */
export const PostingFrequency = () =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      minimum: 1,
      maximum: A_YEAR_IN_MINUTES,
      description: 'minutes',
      example: 60,
    }),
    // The last one is checked first, and its sentence is the one that is told.
    Max(A_YEAR_IN_MINUTES, { message: 'The longest frequency is a year.' }),
    Min(1, { message: 'The shortest frequency is 1 minute.' }),
    IsInt({ message: 'Enter whole minutes.' }),
    IsOptional(),
  );
