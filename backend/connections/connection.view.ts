import { toIsoOrNull } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Connection } from './connection.entity';

export type ConnectionStatus = 'missing' | 'unverified' | 'connected' | 'paused';

export class ConnectionView {
  @ApiProperty({ enum: ['missing', 'unverified', 'connected', 'paused'] }) status: ConnectionStatus;
  @ApiProperty({ type: String, nullable: true }) id: string | null;
  @ApiProperty({ type: String, nullable: true }) name: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) verified_at: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) expires_at: string | null;
  @ApiProperty({ type: String, nullable: true }) paused_reason: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) resumes_at: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'null: they cannot be read.' })
  missing_permissions: string[] | null;
}

export class ConnectionsView {
  @ApiProperty({ type: ConnectionView }) facebook: ConnectionView;
  @ApiProperty({ type: ConnectionView }) instagram: ConnectionView;
}

const MISSING: ConnectionView = {
  status: 'missing',
  id: null,
  name: null,
  verified_at: null,
  expires_at: null,
  paused_reason: null,
  resumes_at: null,
  missing_permissions: null,
};

export function viewConnection(connection: Connection | undefined, now: number): ConnectionView {
  if (!connection) return MISSING;
  const waits = connection.resumesAt !== null && connection.resumesAt > now;
  const status =
    connection.pausedReason && (connection.resumesAt === null || waits)
      ? 'paused'
      : connection.verifiedAt
        ? 'connected'
        : 'unverified';
  return {
    status,
    id: connection.accountId,
    name: connection.accountName,
    verified_at: toIsoOrNull(connection.verifiedAt),
    expires_at: toIsoOrNull(connection.expiresAt),
    paused_reason: status === 'paused' ? connection.pausedReason : null,
    resumes_at: waits ? toIsoOrNull(connection.resumesAt) : null,
    missing_permissions: connection.missingPermissions
      ? (JSON.parse(connection.missingPermissions) as string[])
      : null,
  };
}
