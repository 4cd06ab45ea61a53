import { ApiProperty } from '@nestjs/swagger';
import { toIso } from '../common/time/instants';
import type { Row } from '../database/tables';

type SessionRow = Pick<Row<'sessions'>, 'id' | 'created_at' | 'last_seen_at' | 'agent' | 'address'>;

/** A session on the wire, without its token. */
export class SessionView {
  @ApiProperty({ type: 'integer', example: 77 }) id: number;
  @ApiProperty({ enum: [0, 1], description: '1: the session that asks.', example: 1 }) current: number;
  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' }) created_at: string;
  @ApiProperty({ format: 'date-time', description: 'To the minute.', example: '2026-12-03T18:04:00.000Z' })
  last_seen_at: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The browser, as it calls itself.',
    example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  })
  agent: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'An IPv4 address or an IPv6 /64.',
    example: '203.0.113.7',
  })
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
