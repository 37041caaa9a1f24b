import type { InboxItem } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'

export type Entry = Record<string, unknown>

type Written = { field: string; entry: Entry }

/** A comment as the network's webhook sends it. `verb` other than `add` exists on Facebook only. */
export function commentEntry(sandbox: Sandbox, item: InboxItem, verb = 'add'): Written {
  const seconds = Math.floor(sandbox.nowMs() / 1_000)
  const author = item.is_ours ? item.account_id : item.person_id
  if (item.network === 'instagram') {
    const value = {
      id: item.id,
      from: { id: author, username: authorName(sandbox, item) },
      text: item.text,
      ...(item.parent_id ? { parent_id: item.parent_id } : {}),
      media: { id: item.post_id, media_product_type: 'FEED' },
    }
    return { field: 'comments', entry: { id: item.account_id, time: seconds, changes: [{ field: 'comments', value }] } }
  }
  const post = sandbox.posts.find('facebook', item.post_id ?? '')
  const value = {
    ...{ item: 'comment', verb, comment_id: item.id, post_id: item.post_id, parent_id: item.parent_id ?? item.post_id },
    from: { id: author, name: authorName(sandbox, item) },
    ...(verb === 'remove' ? {} : { message: item.text }),
    created_time: Math.floor(item.created_ms / 1_000),
    post: {
      id: item.post_id,
      ...(post ? { permalink_url: sandbox.permalink(post) } : {}),
      status_type: 'added_photos',
      is_published: true,
    },
  }
  return { field: 'feed', entry: { id: item.account_id, time: seconds, changes: [{ field: 'feed', value }] } }
}

export const authorName = (sandbox: Sandbox, { network, account_id, is_ours, person_name }: InboxItem): string => {
  const account = is_ours ? sandbox.accounts.get(network, account_id) : undefined
  if (!account) return person_name
  return network === 'instagram' ? account.handle : account.account_name
}

/** A direct message, or what happened to it. */
export function messageEntry(sandbox: Sandbox, item: InboxItem, change: 'add' | 'edit' | 'remove' = 'add'): Written {
  const [sender, recipient] = item.is_ours ? [item.account_id, item.person_id] : [item.person_id, item.account_id]
  const timestamp = change === 'add' ? item.created_ms : sandbox.nowMs()
  const message =
    change === 'remove'
      ? { mid: item.id, is_deleted: true }
      : { mid: item.id, text: item.text, ...(item.is_ours ? { is_echo: true } : {}) }
  const event =
    change === 'edit' ? { message_edit: { mid: item.id, text: item.text, num_edit: 1 } } : { message: message }
  const messaging = [{ sender: { id: sender }, recipient: { id: recipient }, timestamp, ...event }]
  return { field: 'messages', entry: { id: item.account_id, time: sandbox.nowMs(), messaging } }
}
