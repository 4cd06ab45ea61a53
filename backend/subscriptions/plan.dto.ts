import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min, ValidateBy } from 'class-validator';
import { LONGEST_DESCRIPTION, TOO_LONG_DESCRIPTION } from '../common/fields/description';
import { MostCharacters } from '../common/fields/most-characters';
import { IfSent } from '../common/fields/if-sent';
import { AllOptional } from '../common/fields/validation.pipe';
import { oneLine } from '../common/fields/one-line';

const LONGEST_NAME = 255;

/** An amount of whole paise, in rupees. The library's `maxDecimalPlaces` throws at numbers such as 1e-7. */
const InPaise = (message: string): PropertyDecorator =>
  ValidateBy({
    name: 'inPaise',
    validator: {
      validate: (value) => typeof value === 'number' && Math.round(value * 100) / 100 === value,
      defaultMessage: () => message,
    },
  });

/** How many of these a plan allows. Null or absent: any number. */
const LimitOf = (things: string, most: number, { what, example }: { what: string; example: number }) =>
  applyDecorators(
    ApiPropertyOptional({
      type: 'integer',
      nullable: true,
      minimum: 0,
      maximum: most,
      description: `${what}; null or absent: any number.`,
      example,
    }),
    IsOptional(),
    // The last one speaks first, as the topmost of decorators in a column does.
    Max(most, { message: `A plan has at most ${most.toLocaleString('en-US')} ${things}.` }),
    Min(0, { message: `The number of ${things} is not negative.` }),
    IsInt({ message: `Enter the number of ${things}, or nothing for no limit.` }),
  );

export class PlanDto {
  @ApiProperty({ maxLength: LONGEST_NAME, example: 'Growth' })
  @Transform(oneLine)
  @IsString({ message: 'Enter a name for the plan.' })
  @IsNotEmpty({ message: 'Enter a name for the plan.' })
  @MostCharacters(LONGEST_NAME, `A plan name has at most ${LONGEST_NAME} characters.`)
  name: string;

  @ApiPropertyOptional({ maxLength: LONGEST_DESCRIPTION, example: 'For a shop that posts every day.' })
  @IsOptional()
  @IsString({ message: 'A description is a text.' })
  @MostCharacters(LONGEST_DESCRIPTION, TOO_LONG_DESCRIPTION)
  description?: string;

  @ApiProperty({ minimum: 0, maximum: 10_000_000, description: 'rupees', example: 999 })
  @InPaise('Enter the price in rupees.')
  @Min(0, { message: 'A price is not negative.' })
  @Max(10_000_000, { message: 'A price is at most 10,000,000 rupees.' })
  price: number;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 3650, example: 30 })
  @IsInt({ message: 'Enter the duration in whole days.' })
  @Min(1, { message: 'A plan lasts at least one day.' })
  @Max(3650, { message: 'A plan lasts at most 3650 days.' })
  duration_days: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 10737418240 })
  @IsInt({ message: 'Enter the storage in bytes.' })
  @Min(0, { message: 'Storage is not negative.' })
  @Max(2 ** 50, { message: 'Storage is at most 1 PiB.' })
  max_storage_bytes: number;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'How many tasks may wait at a time.',
    example: 150,
  })
  @IsInt({ message: 'Enter the number of tasks.' })
  @Min(0, { message: 'The number of tasks is not negative.' })
  @Max(1_000_000, { message: 'A plan has at most 1,000,000 tasks.' })
  max_pending_submissions: number;

  @LimitOf('accounts', 10_000, {
    what: 'How many Pages and Instagram accounts may be connected',
    example: 10,
  })
  max_accounts?: number | null;

  @LimitOf('members', 10_000, { what: 'How many people may work together', example: 5 })
  max_members?: number | null;

  @LimitOf('AI requests', 1_000_000, {
    what: 'How many captions may be asked of the AI in a month',
    example: 200,
  })
  max_ai_requests?: number | null;

  @ApiPropertyOptional({
    enum: [0, 1],
    description: '1: everybody who registers gets it. Marking another plan moves the mark.',
    example: 0,
  })
  @IfSent()
  @IsIn([0, 1], { message: 'on_registration is 0 or 1.' })
  on_registration?: number;
}

@AllOptional()
export class ChangePlanDto extends PlanDto {}
