import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';
import { ACTIONS } from './actions';

type ActivityRow = Omit<Row<'activity'>, 'account_id'>;

/** An entry of the activity log. */
export class ActivityView {
  @ApiProperty({ type: 'integer', example: 3071 }) id: number;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) at: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Who did it; null when they are deleted.',
    example: 12,
  })
  user_id: number | null;
  @ApiProperty({ enum: ACTIONS, example: 'signed_in' }) action: string;
  @ApiProperty({ type: String, nullable: true, example: 'user:12', description: 'Kind and id.' })
  target: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'An IPv4 address or an IPv6 /64.',
    example: '203.0.113.7',
  })
  address: string | null;
}

export const viewActivity = ({ at, ...row }: ActivityRow): ActivityView => ({ ...row, at: toIso(at) });
