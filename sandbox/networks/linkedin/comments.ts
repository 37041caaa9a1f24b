import { z } from 'zod'
import { type Answer, countCharacters, jsonAnswer, type Visit } from '../../http/call'
import { snowflake } from '../../state/ids'
import type { StoredPost } from '../../state/post-store'
import type { Sandbox } from '../../state/sandbox'
import { numberIn } from './posts'
import { authorUrn, badRequest, invalidField, jsonOf, notFound, requireAuthor, requireQuery, urnIn } from './request'

const textMax = 1_250

const NewComment = z.strictObject({
  actor: authorUrn,
  object: z.string().regex(/^urn:li:(share|ugcPost|activity):\d+$/, 'is not the URN of a post'),
  message: z.strictObject({ text: z.string().min(1) }),
})

/** `POST /rest/socialActions/{post}/comments`: a comment on a post. Its text is plain, unlike a commentary. */
export function createComment(sandbox: Sandbox, visit: Visit): Answer {
  const { call, account } = visit
  const urn = urnIn(visit)
  const { actor, object, message } = jsonOf(call, NewComment)
  if (object !== urn) throw badRequest('The object must be the entity of the path')
  requireAuthor(sandbox, call, account, { urn: actor, as: 'write', operation: 'socialActions.comments.CREATE' })
  const post = sandbox.posts.find('linkedin', urn)
  if (!post) return notFound(`${urn} does not exist`)
  if (countCharacters(message.text) > textMax)
    throw invalidField('/message/text', `length must be at most ${textMax}`, 'FIELD_LENGTH_TOO_LONG')
  const id = snowflake(sandbox.nowMs())
  const made = sandbox.publish(visit, {
    account_id: actor,
    id: commentUrn(urn, id),
    parent_id: urn,
    text: message.text,
    path: `${post.path}comments/${id}`,
    detail: { comment_id: id },
  })
  return jsonAnswer(201, showComment(made), { 'x-restli-id': id })
}

const commentUrn = (postUrn: string, id: string): string => `urn:li:comment:(${postUrn},${id})`

/** `GET /rest/socialActions/{post}/comments`, oldest first. */
export function listComments(sandbox: Sandbox, visit: Visit): Answer {
  const { call, account } = visit
  const urn = urnIn(visit)
  requireQuery(call, ['start', 'count'])
  const post = sandbox.posts.find('linkedin', urn)
  if (!post) return notFound(`${urn} does not exist`)
  const operation = 'socialActions.comments.GET_ALL'
  requireAuthor(sandbox, call, account, { urn: post.account_id, as: 'read', operation })
  const count = numberIn(call.query, 'count', 10, 1, 100)
  const start = numberIn(call.query, 'start', 0, 0, Number.MAX_SAFE_INTEGER)
  const nowMs = sandbox.nowMs()
  const listed = sandbox.posts.repliesTo(post).filter((one) => one.deleted_ms === null && one.visible_ms <= nowMs)
  const elements = listed.slice(start, start + count).map(showComment)
  return jsonAnswer(200, { paging: { start, count, total: listed.length, links: [] }, elements })
}

const showComment = ({ id, parent_id, account_id, text, created_ms, detail }: StoredPost) => ({
  id: detail.comment_id,
  commentUrn: id,
  actor: account_id,
  object: parent_id,
  message: { text, attributes: [] },
  created: { actor: account_id, time: created_ms },
})
