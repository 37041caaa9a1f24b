import { z } from 'zod'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { StoredPost } from '../state/post-store'
import type { Sandbox } from '../state/sandbox'
import { statNames } from '../state/stats'

export type SandboxPost = {
  network: ChannelId
  account_id: string
  id: string
  parent_id: string | null
  title: string | null
  text: string
  link: string | null
  media: { url: string; alt_text: string | null; source_url: string | null }[]
  created_at: string
  deleted_at: string | null
  permalink: string
  call_id: string
  detail: StoredPost['detail']
}

export function listPosts(sandbox: Sandbox, network?: ChannelId, accountId?: string): SandboxPost[] {
  return sandbox.posts
    .all()
    .filter((post) => (!network || post.network === network) && (!accountId || post.account_id === accountId))
    .map((post) => showPost(sandbox, post))
}

function showPost(
  sandbox: Sandbox,
  { media, created_ms, deleted_ms, visible_ms: _, path, ...post }: StoredPost,
): SandboxPost {
  return {
    ...post,
    media: media.map((item) => ({ url: sandbox.mediaUrl(item), alt_text: item.alt_text, source_url: item.source_url })),
    created_at: new Date(created_ms).toISOString(),
    deleted_at: deleted_ms === null ? null : new Date(deleted_ms).toISOString(),
    permalink: sandbox.origin + path,
  }
}

/** Fixed stats of a post. The others keep growing. */
export const StatsRequest = z.strictObject(
  Object.fromEntries(statNames.map((name) => [name, z.number().int().min(0).optional()])),
)

/** Sets stats and returns all current ones. Undefined if there is no such post. */
export function setStats(sandbox: Sandbox, networkName: string, id: string, given: Record<string, number | undefined>) {
  const network = channelIds.find((known) => known === networkName)
  const post = network && findPost(sandbox, network, id)
  if (!post) return undefined
  const fixed = Object.entries(given).filter(([, value]) => value !== undefined)
  if (fixed.length > 0) sandbox.stats.set({ network, id, numbers: Object.fromEntries(fixed) })
  return { network, id, numbers: sandbox.stats.of(post) }
}

/** A post or a child of a carousel. */
function findPost(sandbox: Sandbox, network: StoredPost['network'], id: string): StoredPost | undefined {
  const post = sandbox.posts.find(network, id)
  if (post) return post
  const isParent = (one: StoredPost) =>
    one.network === network && Array.isArray(one.detail.child_ids) && one.detail.child_ids.includes(id)
  const parent = sandbox.posts.all().find(isParent)
  return parent && { ...parent, id }
}
