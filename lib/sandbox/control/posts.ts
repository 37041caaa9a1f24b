import type { ChannelId } from '../../channels/ids'
import type { LedgerPost } from '../ledger'
import type { Sandbox } from '../sandbox'

/** A public post as the ledger shows it. */
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
  detail: LedgerPost['detail']
}

export function listPosts(sandbox: Sandbox, network?: ChannelId, accountId?: string): SandboxPost[] {
  return sandbox.ledger
    .all()
    .filter((post) => (!network || post.network === network) && (!accountId || post.account_id === accountId))
    .map((post) => showPost(sandbox, post))
}

function showPost(sandbox: Sandbox, post: LedgerPost): SandboxPost {
  return {
    network: post.network,
    account_id: post.account_id,
    id: post.id,
    parent_id: post.parent_id,
    title: post.title,
    text: post.text,
    link: post.link,
    media: post.media.map((media) => ({
      url: sandbox.mediaUrl(media),
      alt_text: media.alt_text,
      source_url: media.source_url,
    })),
    created_at: new Date(post.created_ms).toISOString(),
    deleted_at: post.deleted_ms === null ? null : new Date(post.deleted_ms).toISOString(),
    permalink: sandbox.permalink(post),
    call_id: post.call_id,
    detail: post.detail,
  }
}
