import { check } from '../checked'
import { type Answer, type Call, jsonAnswer } from '../exchange'
import { snowflake, xEpochMs } from '../ids'
import type { LedgerPost } from '../ledger'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import { duplicate, forbidden, invalidRequest, replyRefused, unsupportedMediaType } from './errors'
import { cashtagsIn, limits, NewPost, weightOf } from './rules'
import { wireText } from './text'
import type { Uploads } from './upload'

/** `POST /2/tweets`. */
export function createPost(sandbox: Sandbox, uploads: Uploads, { call, account }: Visit): Answer {
  requireNoQuery(call)
  const given = jsonOf(call, NewPost)
  // X counts and keeps the composed form.
  const text = (given.text ?? '').normalize('NFC')
  if (text.trim() === '' && !given.media) throw invalidRequest('text', 'A post needs text or media.')
  if (weightOf(text) > limits.weightMax) throw forbidden('Tweet needs to be a bit shorter.')
  if (cashtagsIn(text).length > 1) throw forbidden('A post may contain a maximum of one cashtag.')
  const media = uploads.attach(given.media?.media_ids ?? [], account.account_id)
  const parent = parentOf(sandbox, given, account.account_id)
  refuseDuplicate(sandbox, account.account_id, text)
  const id = snowflake(sandbox.nowMs(), xEpochMs)
  const post = sandbox.publish({
    network: 'x',
    account_id: account.account_id,
    id,
    parent_id: parent?.id ?? null,
    title: null,
    text,
    link: null,
    media: media.map(({ media: item }) => item),
    path: `/feed/x/${account.handle}/status/${id}`,
    call_id: call.id,
    detail: {
      media_keys: media.map(({ key }) => key),
      conversation_id: parent ? String(parent.detail.conversation_id) : id,
      in_reply_to_user_id: parent?.account_id ?? null,
    },
  })
  const shown = wireText(post, sandbox.permalink(post)).text
  return jsonAnswer(201, { data: { edit_history_tweet_ids: [id], id, text: shown } })
}

function parentOf(sandbox: Sandbox, given: NewPost, accountId: string): LedgerPost | undefined {
  if (!given.reply) return undefined
  const parent = sandbox.ledger.find('x', given.reply.in_reply_to_tweet_id)
  if (!parent) throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.')
  if (!mayReply(sandbox, parent, accountId)) throw replyRefused()
  return parent
}

/** An app may answer whoever named the account. Whether that holds for one's own posts is a setting: nobody says. */
function mayReply(sandbox: Sandbox, parent: LedgerPost, accountId: string): boolean {
  if (parent.account_id === accountId) return sandbox.settings.for('x').own_replies
  const handle = sandbox.accounts.get('x', accountId)?.handle.toLowerCase()
  return handle !== undefined && parent.text.toLowerCase().includes(`@${handle}`)
}

function refuseDuplicate(sandbox: Sandbox, accountId: string, text: string): void {
  // A picture without words repeats nothing.
  if (text === '' || !sandbox.settings.for('x').detect_duplicates) return
  const posts = sandbox.ledger.of('x', accountId)
  const sinceMs = sandbox.nowMs() - limits.duplicateWindowMs
  for (let i = posts.length - 1; i >= 0; i--) {
    const post = posts[i]
    if (!post || post.created_ms < sinceMs) return
    if (post.deleted_ms === null && post.text === text) throw duplicate()
  }
}

export function deletePost(sandbox: Sandbox, { call, account, params }: Visit): Answer {
  requireNoQuery(call)
  const post = sandbox.ledger.find('x', params.id ?? '')
  if (post && post.account_id !== account.account_id) throw forbidden('You are not permitted to perform this action.')
  if (post) sandbox.ledger.remove(post, sandbox.nowMs())
  return jsonAnswer(200, { data: { deleted: post !== undefined } })
}

export function jsonOf<T>(call: Call, schema: Parameters<typeof check<T>>[0]): T {
  if (call.contentType !== 'application/json') throw unsupportedMediaType()
  const checked = check(schema, call.json())
  if ('data' in checked) return checked.data
  const { kind, field, message } = checked.problem
  if (kind === 'unknown')
    throw invalidRequest(
      field,
      `$: property ${field} is not defined in the schema and the schema does not allow additional properties`,
    )
  throw invalidRequest(field, `$.${field}: ${message}`)
}

export function requireNoQuery(call: Call): void {
  const stranger = [...call.query.keys()][0]
  if (stranger !== undefined) throw invalidRequest(stranger, `The query parameter [${stranger}] is not one of []`)
}
