import { z } from 'zod'
import { type Answer, type OpenVisit, openRoute, type Route } from '../http/call'
import { authorName } from '../inbox/wire'
import { writeComment } from '../inbox/write'
import { type Html, html, timeOf } from '../pages/html'
import { type InboxItem, type InboxNetwork, inboxNetworks, isInboxNetwork } from '../state/inbox-store'
import type { StoredPost } from '../state/post-store'
import type { Sandbox } from '../state/sandbox'
import { commentsAddress, postAddress } from './address'
import { readFeedForm, refusePage, seeOther } from './forms'
import { deliveryNote, nameField, textField, visitorName, visitorText } from './visitor'

/** Characters. */
const textMax: Record<InboxNetwork, number> = { instagram: 2_200, facebook: 8_000 }
/** Threads below a post in a list, and on the post's own page. */
const shownInList = 2
const shownOnPage = 200

/** The comments of a post with a form, or null where the network has none. */
export function commentsView(sandbox: Sandbox, post: StoredPost, isOnOwnPage: boolean): Html | null {
  const { network, account_id, id } = post
  if (!isInboxNetwork(network) || isStory(post)) return null
  const all = sandbox.inbox.of(network, account_id).filter(({ kind, post_id }) => kind === 'comment' && post_id === id)
  const threads = all.filter(({ parent_id }) => parent_id === null)
  const shown = threads.slice(isOnOwnPage ? -shownOnPage : -shownInList)
  const hiddenCount = threads.length - shown.length
  const page = postAddress(sandbox, post)
  const views = shown.map((comment) => {
    const answers = all.filter(({ parent_id }) => parent_id === comment.id)
    return html`<li>${commentView(sandbox, comment)}${answers.length > 0 && html`<ol>${answers.map((answer) => html`<li>${commentView(sandbox, answer)}</li>`)}</ol>`}${canAnswer(comment) && form(sandbox, post, network, comment)}</li>`
  })
  return html`<section class="comments" aria-label="Comments">
<p class="quiet">${all.length === 1 ? '1 comment' : `${all.length} comments`}${hiddenCount > 0 && (isOnOwnPage ? html`, the latest ${shown.length} shown` : html` · <a href="${page}">Show all</a>`)}</p>
${views.length > 0 && html`<ol>${views}</ol>`}${form(sandbox, post, network, null)}${isOnOwnPage && deliveryNote(sandbox, network, account_id)}</section>`
}

/** Stories are answered with messages, which the sandbox does not link to them. */
const isStory = ({ detail }: StoredPost): boolean => detail.kind === 'story' || detail.shape === 'STORY'

/** Instagram takes no answers to hidden comments. */
const canAnswer = ({ network, is_deleted, is_hidden }: InboxItem): boolean =>
  !is_deleted && !(is_hidden && network === 'instagram')

function commentView(sandbox: Sandbox, item: InboxItem): Html {
  const { id, text, created_ms, is_ours, is_deleted, is_hidden } = item
  return html`<div class="${is_deleted || is_hidden ? 'comment gone' : 'comment'}" id="comment-${id}"><p class="who"><b>${authorName(sandbox, item)}</b>${is_ours && html`<span class="badge">Account</span>`}${is_hidden && !is_deleted && html`<span class="badge">Hidden</span>`}${is_deleted && html`<span class="badge">Deleted</span>`}<span class="quiet">${timeOf(created_ms)}</span></p>${!is_deleted && html`<p class="text" dir="auto">${text}</p>`}</div>`
}

function form(sandbox: Sandbox, { id }: StoredPost, network: InboxNetwork, parent: InboxItem | null): Html {
  return html`<details class="write"><summary>${parent ? 'Reply' : 'Write a comment'}</summary><form method="post" action="${commentsAddress(sandbox)}"><input type="hidden" name="network" value="${network}"><input type="hidden" name="post_id" value="${id}">${parent && html`<input type="hidden" name="parent_id" value="${parent.id}">`}${nameField('')}${textField(textMax[network])}<button class="send">${parent ? 'Send reply' : 'Send comment'}</button></form></details>`
}

const NewComment = z
  .strictObject({
    network: z.enum(inboxNetworks),
    post_id: z.string(),
    parent_id: z.string().optional(),
    name: visitorName,
    text: visitorText,
  })
  .refine(({ network, text }) => [...text].length <= textMax[network], {
    path: ['text'],
    message: 'The text is too long.',
  })

export const commentRoutes = (sandbox: Sandbox): Route[] => [
  openRoute('POST /comments', 'feed', (visit) => sendComment(sandbox, visit)),
]

function sendComment(sandbox: Sandbox, { call }: OpenVisit): Answer {
  const { network, post_id, parent_id, name, text } = readFeedForm(sandbox, call, NewComment)
  const post = sandbox.posts.find(network, post_id)
  if (!post || isStory(post)) throw refusePage(sandbox, 404, 'Post not found', 'It may have been deleted.')
  const parent = parent_id === undefined ? null : sandbox.inbox.get(parent_id)
  // Two levels only, as at Meta.
  if (
    parent === undefined ||
    (parent && (parent.post_id !== post.id || parent.parent_id !== null || !canAnswer(parent)))
  )
    throw refusePage(sandbox, 404, 'Comment not found', 'It may have been hidden or deleted.')
  const place = { network, accountId: post.account_id }
  const made = writeComment(sandbox, place, { postId: post.id, parentId: parent?.id ?? null, author: { name }, text })
  return seeOther(`${postAddress(sandbox, post)}#comment-${made.id}`)
}
