/** What is stored of a connection that tells whether its access outlives `expires_at`. */
export type Renewable = {
  status: string
  expires_at: Date | null
  /** `access_token`, `refresh_token` or `nothing`; null until somebody looked into its credentials. */
  renews_with: string | null
  refresh_expires_at: Date | null
  refresh_refused_at: Date | null
}

/** Whether the access can be renewed without a person. */
export function canRenew(row: Renewable, now: Date): boolean {
  if (row.status !== 'active' || row.refresh_refused_at !== null) return false
  // A token that renews itself cannot do so any more once it is over.
  if (row.renews_with === 'access_token') return row.expires_at !== null && row.expires_at > now
  return row.renews_with === 'refresh_token' && (row.refresh_expires_at === null || row.refresh_expires_at > now)
}

/** Whether posts may go through it: an access that is over counts as long as the publisher can renew it. */
export function isUsable(row: Renewable, now: Date): boolean {
  if (row.status !== 'active') return false
  return row.expires_at === null || row.expires_at > now || canRenew(row, now)
}

const dayMs = 86_400_000

/** Access for hours is renewed all day long by itself; its end is not news to anybody. */
export const isShortLived = (row: { expires_at: Date | null; last_refresh_at: Date | null; connected_at: Date }) =>
  row.expires_at !== null && row.expires_at.getTime() - (row.last_refresh_at ?? row.connected_at).getTime() < dayMs

export const expiryTiers = [
  { days: 1, severity: 'critical' },
  { days: 7, severity: 'warning' },
  { days: 30, severity: 'info' },
] as const
export type ExpiryTier = (typeof expiryTiers)[number]
export type ExpirySeverity = ExpiryTier['severity']

/** Whole days until then, begun ones included; not above 0 once it is over. */
export const daysUntil = (end: Date, now: Date): number => Math.ceil((end.getTime() - now.getTime()) / dayMs) || 0

/** The smallest tier that the time left is in. */
export const tierOf = (end: Date, now: Date): ExpiryTier | null =>
  expiryTiers.find(({ days }) => end.getTime() - now.getTime() <= days * dayMs) ?? null
