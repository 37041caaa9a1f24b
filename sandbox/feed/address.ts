import type { ChannelId } from '@/lib/channel-ids'
import type { StoredPost } from '../state/post-store'
import type { Sandbox } from '../state/sandbox'

export type Filter = { network: ChannelId | null; accountId: string | null }

export const noFilter: Filter = { network: null, accountId: null }

/** The sandbox's path prefix behind a proxy; usually empty. */
export const base = (sandbox: Sandbox): string => new URL(sandbox.origin).pathname.replace(/\/$/, '')

export const feedAddress = (sandbox: Sandbox): string => addressOf(sandbox, noFilter)

export function addressOf(sandbox: Sandbox, { network, accountId }: Filter, page = 1): string {
  const query = new URLSearchParams()
  if (network) query.set('network', network)
  if (accountId) query.set('account', accountId)
  if (page > 1) query.set('page', String(page))
  return `${base(sandbox)}/feed${query.size > 0 ? `?${query}` : ''}`
}

export const postAddress = (sandbox: Sandbox, { path }: StoredPost): string => base(sandbox) + path

export const commentsAddress = (sandbox: Sandbox): string => `${base(sandbox)}/feed/comments`

type Account = { network: ChannelId; account_id: string }

/** The direct messages of an account with the visitor of this name. */
export function messagesAddress(sandbox: Sandbox, { network, account_id }: Account, name?: string): string {
  const query = name === undefined ? '' : `?${new URLSearchParams({ name })}`
  return `${base(sandbox)}/feed/messages/${network}/${encodeURIComponent(account_id)}${query}`
}
