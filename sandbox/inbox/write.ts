import type { Account } from '../state/accounts'
import { digits, fingerprint, token } from '../state/ids'
import type { InboxItem, InboxNetwork } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'
import { commentEntry, type Entry, messageEntry } from './wire'

type Place = { network: InboxNetwork; accountId: string }
type Author = { name: string } | 'us'

/** Every name has one id per account, as Meta's page-scoped ids. */
export const personIdOf = ({ network, accountId }: Place, name: string): string =>
  BigInt(
    `0x${Buffer.from(fingerprint(`${network} ${accountId} ${name}`, 12))
      .toString('hex')
      .slice(0, 12)}`,
  )
    .toString()
    .padStart(15, '7')

export const placeOf = ({ network, account_id }: Account): Place => ({
  network: network as InboxNetwork,
  accountId: account_id,
})

type NewComment = { postId: string; parentId?: string | null; author: Author; text: string; agoMs?: number }

/** Stores a comment and tells the product. */
export function writeComment(sandbox: Sandbox, place: Place, given: NewComment): InboxItem {
  const { postId, parentId = null, author, text } = given
  const id =
    place.network === 'instagram' ? digits('178', 17) : `${postId.slice(postId.indexOf('_') + 1)}_${digits('9', 15)}`
  const item = newItem(sandbox, place, { id, kind: 'comment', author, text, agoMs: given.agoMs })
  const made = { ...item, post_id: postId, parent_id: parentId }
  sandbox.inbox.put(made)
  announceComment(sandbox, made, 'add')
  return made
}

type NewMessage = { person: { id: string; name: string }; isOurs: boolean; text: string; agoMs?: number } & Partial<
  Pick<InboxItem, 'private_reply_to' | 'tag'>
>

export function writeMessage(sandbox: Sandbox, place: Place, given: NewMessage): InboxItem {
  const { person, isOurs, text, agoMs, private_reply_to = null, tag = null } = given
  const id = place.network === 'instagram' ? token('aWdfZAG1faXRlbTox', 24) : token('m_', 24)
  const author = isOurs ? ('us' as const) : person
  const item = newItem(sandbox, place, { id, kind: 'dm', author, text, agoMs })
  const made = { ...item, person_id: person.id, person_name: person.name, private_reply_to, tag }
  sandbox.inbox.put(made)
  const { field, entry } = messageEntry(sandbox, made)
  announce(sandbox, made, isOurs && place.network === 'facebook' ? 'message_echoes' : field, entry)
  return made
}

export type ItemChange = {
  text?: string | undefined
  is_deleted?: boolean | undefined
  is_hidden?: boolean | undefined
}

/** Edits, deletes or hides an item, and tells the product what Meta would tell. */
export function changeItem(sandbox: Sandbox, item: InboxItem, change: ItemChange): InboxItem {
  const changed: InboxItem = {
    ...item,
    text: change.text ?? item.text,
    is_deleted: change.is_deleted ?? item.is_deleted,
    is_hidden: change.is_hidden ?? item.is_hidden,
  }
  sandbox.inbox.put(changed)
  const verb = change.is_deleted
    ? 'remove'
    : change.text !== undefined
      ? 'edited'
      : changed.is_hidden
        ? 'hide'
        : 'unhide'
  if (item.kind === 'comment') announceComment(sandbox, changed, verb)
  else if (verb === 'remove' || verb === 'edited') {
    const { field, entry } = messageEntry(sandbox, changed, verb === 'remove' ? 'remove' : 'edit')
    announce(sandbox, changed, field, entry)
  }
  return changed
}

function announceComment(sandbox: Sandbox, item: InboxItem, verb: string): void {
  // Instagram tells only about new comments.
  if (item.network === 'instagram' && verb !== 'add') return
  const { field, entry } = commentEntry(sandbox, item, verb)
  announce(sandbox, item, field, entry)
}

const announce = (sandbox: Sandbox, { network, account_id }: InboxItem, field: string, entry: Entry): void =>
  sandbox.inbox.announce({ network, accountId: account_id, field, entry })

type Made = { id: string; kind: InboxItem['kind']; author: Author; text: string; agoMs: number | undefined }

function newItem(sandbox: Sandbox, place: Place, { id, kind, author, text, agoMs = 0 }: Made): InboxItem {
  const isOurs = author === 'us'
  return {
    ...{ id, kind, text, created_ms: sandbox.nowMs() - agoMs },
    ...{ network: place.network, account_id: place.accountId, post_id: null, parent_id: null },
    person_id: isOurs ? place.accountId : personIdOf(place, author.name),
    person_name: isOurs ? '' : author.name,
    ...{ is_ours: isOurs, is_hidden: false, is_deleted: false, private_reply_to: null, tag: null },
  }
}
