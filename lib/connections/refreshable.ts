/** Stored facts that decide whether a connection can be refreshed. */
export type Renewable = {
  status: string
  expires_at: Date | null
  /** Null until its credentials were inspected. */
  renews_with: string | null
  refresh_expires_at: Date | null
  refresh_refused_at: Date | null
}

/** Whether the connection can be refreshed without a user. */
export function canRenew(row: Renewable, now: Date): boolean {
  if (row.status !== 'active' || row.refresh_refused_at !== null) return false
  // A token that refreshes itself must not be expired.
  if (row.renews_with === 'access_token') return row.expires_at !== null && row.expires_at > now
  return row.renews_with === 'refresh_token' && (row.refresh_expires_at === null || row.refresh_expires_at > now)
}

/** Whether it can publish: an expired token counts as long as the publisher can refresh it. */
export function isUsable(row: Renewable, now: Date): boolean {
  if (row.status !== 'active') return false
  return row.expires_at === null || row.expires_at > now || canRenew(row, now)
}

const dayMs = 86_400_000

/** Tokens valid for hours are refreshed automatically, so their expiry is not reported. */
export const isShortLived = (row: { expires_at: Date | null; last_refresh_at: Date | null; connected_at: Date }) =>
  row.expires_at !== null && row.expires_at.getTime() - (row.last_refresh_at ?? row.connected_at).getTime() < dayMs

export const expiryTiers = [
  { days: 1, severity: 'critical' },
  { days: 7, severity: 'warning' },
  { days: 30, severity: 'info' },
] as const
export type ExpiryTier = (typeof expiryTiers)[number]

/** Days until then, rounded up; 0 or less once expired. */
export const daysUntil = (end: Date, now: Date): number => Math.ceil((end.getTime() - now.getTime()) / dayMs) || 0

/** The smallest tier that includes the time left. */
export const tierOf = (end: Date, now: Date): ExpiryTier | null =>
  expiryTiers.find(({ days }) => end.getTime() - now.getTime() <= days * dayMs) ?? null
