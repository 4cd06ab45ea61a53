import { ApiProperty } from '../common/openapi';
import { toIso } from '../common/instants';
import type { Row } from '../database/tables';

type SessionRow = Pick<Row<'sessions'>, 'id' | 'created_at' | 'last_seen_at' | 'agent' | 'address'>;

/** A session on the wire. Nothing of its token. */
export class SessionView {
  @ApiProperty() id: number;
  @ApiProperty({ enum: [0, 1], description: '1: the session that asks.' }) current: number;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute.' }) last_seen_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'The browser, as it calls itself.' })
  agent: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'An IPv4 address or an IPv6 /64.' })
  address: string | null;
}

export const viewSession = (row: SessionRow, currentId: number): SessionView => ({
  id: row.id,
  current: row.id === currentId ? 1 : 0,
  created_at: toIso(row.created_at),
  last_seen_at: toIso(row.last_seen_at),
  agent: row.agent,
  address: row.address,
});
