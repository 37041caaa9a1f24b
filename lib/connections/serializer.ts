import { sandboxMark } from './account-to-connect'
import type { SocialConnection } from './contract'
import { missingOf } from './missing-scopes'
import { canRenew, isUsable } from './refreshable'
import type { ConnectionRow } from './repository'

/** Metadata members that may be returned. */
const publicMetadata = ['default_board_id', 'default_board_name'] as const

export function serializeConnection(row: ConnectionRow, now: Date): SocialConnection {
  return {
    id: row.id,
    project_id: row.project_id,
    channel: row.channel,
    connected: row.disconnected_at === null && isUsable(row, now),
    account_id: row.account_id,
    account_name: row.account_name,
    handle: row.handle,
    picture_url: row.picture_url,
    status: row.status,
    expires_at: row.expires_at?.toISOString() ?? null,
    renews_itself: renewsItself(row, now),
    last_refresh_at: row.last_refresh_at?.toISOString() ?? null,
    sandbox: sandboxMark in ((row.metadata as object | null) ?? {}),
    connected_at: row.connected_at.toISOString(),
    disconnected_at: row.disconnected_at?.toISOString() ?? null,
    missing_scopes: missingScopes(row),
    metadata: metadataOf(row.metadata),
  }
}

/** False while refreshes fail. */
export const renewsItself = (row: ConnectionRow, now: Date): boolean =>
  row.disconnected_at === null && row.last_refresh_ok !== false && canRenew(row, now)

/** A closed connection lacks nothing: the next consent requests everything. */
const missingScopes = ({ channel, scopes, disconnected_at }: ConnectionRow): SocialConnection['missing_scopes'] =>
  disconnected_at === null ? missingOf(channel, scopes).map(({ name, purpose }) => ({ name, purpose })) : []

function metadataOf(metadata: unknown): SocialConnection['metadata'] {
  const known = metadata as Record<string, unknown> | null
  return Object.fromEntries(
    publicMetadata.flatMap((name) => (typeof known?.[name] === 'string' ? [[name, known[name]]] : [])),
  )
}
