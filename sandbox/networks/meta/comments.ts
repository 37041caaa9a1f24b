import { z } from 'zod'
import { type Answer, jsonAnswer, type Visit } from '../../http/call'
import { authorName } from '../../inbox/wire'
import { changeItem, placeOf, writeComment } from '../../inbox/write'
import type { InboxItem, InboxNetwork } from '../../state/inbox-store'
import type { Sandbox } from '../../state/sandbox'
import { refuse, unknownObject } from './errors'
import { graphBoolean, graphTimestamp, listAnswer, type NodeType, parametersOf, requireOwnPost } from './nodes'

/** The comment of the path, if it belongs to the account. Undefined if it is something else. */
export function findComment(sandbox: Sandbox, { account, params }: Visit): InboxItem | undefined {
  const item = sandbox.inbox.get(params.id ?? '')
  const isOwn = item?.network === account.network && item.account_id === account.account_id
  return isOwn && item.kind === 'comment' && !item.is_deleted ? item : undefined
}

function requireComment(sandbox: Sandbox, visit: Visit): InboxItem {
  const comment = findComment(sandbox, visit)
  if (!comment) throw unknownObject(visit.call.method, visit.params.id ?? '')
  return comment
}

const authorId = (item: InboxItem): string => (item.is_ours ? item.account_id : item.person_id)
const time = ({ created_ms }: InboxItem): string => graphTimestamp(created_ms)

const commentType = (sandbox: Sandbox, network: InboxNetwork): NodeType<InboxItem> => ({
  name: network === 'instagram' ? 'IGComment' : 'Comment',
  fields:
    network === 'instagram'
      ? {
          id: ({ id }) => id,
          text: ({ text }) => text,
          timestamp: time,
          from: (item) => ({ id: authorId(item), username: authorName(sandbox, item) }),
          parent_id: ({ parent_id }) => parent_id ?? undefined,
        }
      : {
          id: ({ id }) => id,
          message: ({ text }) => text,
          created_time: time,
          from: (item) => ({ id: authorId(item), name: authorName(sandbox, item) }),
          parent: ({ parent_id }) => (parent_id ? { id: parent_id } : undefined),
        },
})

/** `GET /{post}/comments`, newest first; `GET /{comment}/replies` or `/{comment}/comments`. */
export function listComments(sandbox: Sandbox, visit: Visit): Answer {
  const { network, account_id } = visit.account
  const of = network as InboxNetwork
  const parent = findComment(sandbox, visit)
  const at = parent ? { parent: parent.id } : { post: requireOwnPost(sandbox, visit).id }
  // Facebook takes the order as a parameter; newest first is the only one that the product uses.
  visit.call.query.delete('order')
  visit.call.query.delete('filter')
  return listAnswer(visit, commentType(sandbox, of), sandbox.inbox.comments(of, account_id, at).toReversed())
}

/** `POST /{post}/comments`, or `POST /{comment}/replies` or `/{comment}/comments`, with a text. */
export function writeOwnComment(sandbox: Sandbox, visit: Visit): Answer {
  const { message } = parametersOf(visit.call, z.strictObject({ message: z.string().min(1) }))
  const isInstagram = visit.account.network === 'instagram'
  const isForPost = !visit.call.path.endsWith('/replies') && !findComment(sandbox, visit)
  const at = isForPost ? postAt(sandbox, visit) : commentAt(sandbox, visit)
  if ([...message].length > (isInstagram ? 2_200 : 8_000))
    throw refuse({ code: 100, message: '(#100) The comment is too long' })
  const given = { ...at, author: 'us' as const, text: message }
  return jsonAnswer(200, { id: writeComment(sandbox, placeOf(visit.account), given).id })
}

type Place = { postId: string; parentId: string | null }

function postAt(sandbox: Sandbox, visit: Visit): Place {
  return { postId: requireOwnPost(sandbox, visit).id, parentId: null }
}

function commentAt(sandbox: Sandbox, visit: Visit): Place {
  const comment = requireComment(sandbox, visit)
  const isInstagram = visit.account.network === 'instagram'
  if (isInstagram && visit.call.path.endsWith('/comments')) throw unknownObject('POST', comment.id)
  if (comment.is_hidden && isInstagram)
    throw refuse({ code: 100, message: '(#100) You cannot reply to a hidden comment' })
  // Two levels only.
  if (comment.parent_id !== null) throw refuse({ code: 100, message: '(#100) Replies to replies are not supported' })
  return { postId: comment.post_id ?? '', parentId: comment.id }
}

/** `POST /{comment}` with `hide` (Instagram) or `is_hidden` (Facebook). */
export function hideComment(sandbox: Sandbox, visit: Visit): Answer {
  const comment = requireComment(sandbox, visit)
  const hidden =
    visit.account.network === 'instagram'
      ? parametersOf(visit.call, z.strictObject({ hide: graphBoolean })).hide
      : parametersOf(visit.call, z.strictObject({ is_hidden: graphBoolean })).is_hidden
  if (comment.is_ours) throw refuse({ code: 100, message: '(#100) You cannot hide your own comment' })
  changeItem(sandbox, comment, { is_hidden: hidden })
  return jsonAnswer(200, { success: true })
}

/** `DELETE /{comment}`. */
export function deleteComment(sandbox: Sandbox, visit: Visit): Answer {
  const comment = requireComment(sandbox, visit)
  parametersOf(visit.call, z.strictObject({}))
  changeItem(sandbox, comment, { is_deleted: true })
  return jsonAnswer(200, { success: true })
}
