import { toIsoOrNull } from '../common/instants';
import { ApiProperty } from '../common/openapi';
import type { Row } from '../database/tables';

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

export function viewConnection(account: Row<'accounts'> | undefined, now: number): ConnectionView {
  if (!account) return MISSING;
  const waits = account.resumes_at !== null && account.resumes_at > now;
  const status =
    account.paused_reason && (account.resumes_at === null || waits)
      ? 'paused'
      : account.verified_at
        ? 'connected'
        : 'unverified';
  return {
    status,
    id: account.remote_id,
    name: account.name,
    verified_at: toIsoOrNull(account.verified_at),
    expires_at: toIsoOrNull(account.expires_at),
    paused_reason: status === 'paused' ? account.paused_reason : null,
    resumes_at: waits ? toIsoOrNull(account.resumes_at) : null,
    missing_permissions: account.missing_permissions
      ? (JSON.parse(account.missing_permissions) as string[])
      : null,
  };
}
