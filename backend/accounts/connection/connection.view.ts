import { ApiProperty } from '@nestjs/swagger';
import { toIsoOrNull } from '../../common/time/instants';
import type { Row } from '../../database/tables';

export type ConnectionStatus = 'missing' | 'unverified' | 'connected' | 'paused';

export class ConnectionView {
  @ApiProperty({
    enum: ['missing', 'unverified', 'connected', 'paused'],
    description: 'Missing: nothing was entered. Unverified: never checked.',
    example: 'connected',
  })
  status: ConnectionStatus;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the Page or the Instagram account.',
    example: '102030405060708',
  })
  id: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Bakery on the Square' }) name: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', example: '2026-12-01T09:30:00.000Z' })
  verified_at: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the token ends; null: never, or unknown.',
    example: '2027-01-30T09:30:00.000Z',
  })
  expires_at: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) paused_reason: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'Null while paused: it waits for a new token.',
    example: null,
  })
  resumes_at: string | null;
  @ApiProperty({ type: [String], nullable: true, description: 'null: they cannot be read.', example: [] })
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

export const viewConnection = (account: Row<'accounts'> | undefined, now: number): ConnectionView =>
  account ? connectionOf(account, now) : MISSING;

/** An account as it is connected. */
export function connectionOf(account: Row<'accounts'>, now: number) {
  const waits = account.resumes_at !== null && account.resumes_at > now;
  const isPaused = account.paused_reason !== null && (account.resumes_at === null || waits);
  const status: Exclude<ConnectionStatus, 'missing'> = isPaused
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
    paused_reason: isPaused ? account.paused_reason : null,
    resumes_at: waits ? toIsoOrNull(account.resumes_at) : null,
    missing_permissions: account.missing_permissions
      ? (JSON.parse(account.missing_permissions) as string[])
      : null,
  };
}
