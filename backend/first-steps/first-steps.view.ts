import { ApiProperty } from '@nestjs/swagger';

export const FIRST_STEPS = ['connect', 'plan', 'upload', 'schedule', 'published'] as const;

export class FirstStepView {
  @ApiProperty({ enum: FIRST_STEPS, example: 'connect' }) key: (typeof FIRST_STEPS)[number];
  @ApiProperty({ enum: [0, 1], example: 1 }) done: number;
}

export class FirstStepsView {
  @ApiProperty({ enum: [0, 1], description: '1: no longer shown.', example: 0 }) dismissed: number;
  @ApiProperty({ type: [FirstStepView] }) steps: FirstStepView[];
}
