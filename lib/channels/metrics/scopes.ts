import type { ChannelId } from '@/lib/channel-ids'
import type { Account } from '../channel'

const ofPages = 'rw_organization_admin'
const ofMembers = 'r_member_postAnalytics'

/** The permission to read an account's metrics; null if none is needed. */
const scopes: Record<ChannelId, string | null | ((account: Account) => string | null)> = {
  instagram: 'instagram_business_manage_insights',
  facebook: 'read_insights',
  threads: 'threads_manage_insights',
  linkedin: ({ accountId }) => (accountId.startsWith('urn:li:organization:') ? ofPages : ofMembers),
  pinterest: 'pins:read',
  x: ({ credentials }) => (credentials.kind === 'bearer' ? 'tweet.read' : null),
  ghost: null,
}

export function metricsScope(channel: ChannelId, account: Account): string | null {
  const scope = scopes[channel]
  return typeof scope === 'function' ? scope(account) : scope
}
