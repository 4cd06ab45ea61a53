import { ApiProperty } from '../common/openapi';

export const FIRST_STEPS = ['connect', 'plan', 'upload', 'schedule', 'published'] as const;

export class FirstStepView {
  @ApiProperty({ enum: FIRST_STEPS }) key: (typeof FIRST_STEPS)[number];
  @ApiProperty({ enum: [0, 1] }) done: number;
}

export class FirstStepsView {
  @ApiProperty({ enum: [0, 1] }) dismissed: number;
  @ApiProperty({ type: [FirstStepView] }) steps: FirstStepView[];
}
