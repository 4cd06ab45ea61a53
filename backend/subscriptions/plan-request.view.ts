import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';
import { PLAN_REQUEST_STATUSES, type PlanRequestStatus } from './plan-request.entity';

export type PlanRequestRow = Omit<Row<'plan_requests'>, 'open_user_id' | 'decided_at'>;

export class PlanRequestView {
  @ApiProperty({ type: 'integer', example: 6 }) id: number;
  @ApiProperty({ type: 'integer', example: 12 }) user_id: number;
  @ApiProperty({ type: 'integer', example: 2 }) plan_id: number;
  @ApiProperty({ type: String, nullable: true, example: 'We open a second shop in January.' }) message:
    string | null;
  @ApiProperty({ enum: PLAN_REQUEST_STATUSES, example: 'open' }) status: PlanRequestStatus;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) created_at: string;
}

export class NoPlanRequestView {
  @ApiProperty({ enum: ['none'], example: 'none' }) status: 'none';
}

export const viewPlanRequest = <T extends PlanRequestRow>(
  row: T,
): Omit<T, 'created_at'> & PlanRequestView => ({
  ...row,
  created_at: toIso(row.created_at),
});
