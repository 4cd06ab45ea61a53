import { toIso } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import { PLAN_REQUEST_STATUSES, type PlanRequestStatus } from './plan-request.entity';

export interface PlanRequestRow {
  id: number;
  user_id: number;
  plan_id: number;
  message: string | null;
  status: PlanRequestStatus;
  created_at: number;
}

export class PlanRequestView {
  @ApiProperty() id: number;
  @ApiProperty() user_id: number;
  @ApiProperty() plan_id: number;
  @ApiProperty({ type: String, nullable: true }) message: string | null;
  @ApiProperty({ enum: PLAN_REQUEST_STATUSES }) status: PlanRequestStatus;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class NoPlanRequestView {
  @ApiProperty({ enum: ['none'] }) status: 'none';
}

export const viewPlanRequest = <T extends PlanRequestRow>(
  row: T,
): Omit<T, 'created_at'> & PlanRequestView => ({
  ...row,
  created_at: toIso(row.created_at),
});
