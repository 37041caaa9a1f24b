import type { ChannelId } from '../../channels/ids'
import type { LedgerPost } from '../ledger'
import type { Sandbox } from '../sandbox'

/** A post and everything that was replied to it, in the order of a reader. */
export type Conversation = { posts: LedgerPost[] }

export type Filter = { network: ChannelId | null; accountId: string | null }

export const pageSize = 50

/** One page of conversations, the newest first. */
export function pageOf(
  sandbox: Sandbox,
  filter: Filter,
  page: number,
): { conversations: Conversation[]; pages: number; total: number } {
  const { network, accountId } = filter
  const posts = network && accountId ? sandbox.ledger.of(network, accountId) : sandbox.ledger.all()
  const roots: LedgerPost[] = []
  for (let i = posts.length - 1; i >= 0; i--) {
    const post = posts[i]
    const isWanted = post && (!network || post.network === network) && post.deleted_ms === null
    if (isWanted && isRoot(sandbox, post)) roots.push(post)
  }
  const pages = Math.max(1, Math.ceil(roots.length / pageSize))
  const start = (Math.min(page, pages) - 1) * pageSize
  const conversations = roots.slice(start, start + pageSize).map((root) => conversationOf(sandbox, root))
  return { conversations, pages, total: roots.length }
}

/** The conversation that a post belongs to. */
export function conversationAround(sandbox: Sandbox, post: LedgerPost): Conversation {
  let root = post
  for (
    let parent = sandbox.ledger.parentOf(root);
    parent?.deleted_ms === null;
    parent = sandbox.ledger.parentOf(root)
  ) {
    root = parent
  }
  return conversationOf(sandbox, root)
}

/** A permalink may come encoded, with or without its last slash, or on X with an older user name. */
export function postAt(sandbox: Sandbox, path: string): LedgerPost | undefined {
  const bare = decode(path).replace(/\/+$/, '')
  const xId = /^\/feed\/x\/(?:i\/web|[^/]+)\/status\/(\d+)(?:\/photo\/\d)?$/.exec(bare)?.[1]
  const post =
    xId === undefined
      ? (sandbox.ledger.atPath(bare) ?? sandbox.ledger.atPath(`${bare}/`))
      : sandbox.ledger.find('x', xId)
  return post?.deleted_ms === null ? post : undefined
}

const isRoot = (sandbox: Sandbox, post: LedgerPost): boolean =>
  post.parent_id === null || sandbox.ledger.parentOf(post)?.deleted_ms !== null

/** Depth first, so that a chain stays together. Written without recursion: a chain may be longer than the stack. */
function conversationOf(sandbox: Sandbox, root: LedgerPost): Conversation {
  const posts: LedgerPost[] = []
  const waiting = [root]
  for (let post = waiting.pop(); post; post = waiting.pop()) {
    posts.push(post)
    const replies = sandbox.ledger.repliesTo(post).filter(({ deleted_ms }) => deleted_ms === null)
    waiting.push(...replies.reverse())
  }
  return { posts }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
