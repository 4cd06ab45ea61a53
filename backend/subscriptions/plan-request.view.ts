import { toIso } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Row } from '../database/tables';
import { PLAN_REQUEST_STATUSES, type PlanRequestStatus } from './plan-request.entity';

export type PlanRequestRow = Omit<Row<'plan_requests'>, 'open_user_id' | 'decided_at'>;

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
