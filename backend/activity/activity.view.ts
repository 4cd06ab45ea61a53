import { ApiProperty } from '../common/openapi';
import { toIso } from '../common/instants';
import type { Row } from '../database/tables';
import { ACTIONS } from './actions';

type ActivityRow = Omit<Row<'activity'>, 'account_id'>;

/** A line of the activity log. */
export class ActivityView {
  @ApiProperty() id: number;
  @ApiProperty({ format: 'date-time' }) at: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Who did it; null when they are deleted.' })
  user_id: number | null;
  @ApiProperty({ enum: ACTIONS }) action: string;
  @ApiProperty({ type: String, nullable: true, example: 'user:12', description: 'Kind and id.' })
  target: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'An IPv4 address or an IPv6 /64.' })
  address: string | null;
}

export const viewActivity = ({ at, ...row }: ActivityRow): ActivityView => ({ ...row, at: toIso(at) });
