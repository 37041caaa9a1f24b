import { type Route, route } from '../../http/call'
import type { Sandbox } from '../../state/sandbox'
import { hideComment, listComments, writeOwnComment } from './comments'
import { listConversations, sendMessage, subscribe } from './messages'

/** What Instagram and Facebook have in common. Their edges for answers to a comment differ. */
export const inboxRoutes = (sandbox: Sandbox, answers: 'replies' | 'comments'): Route[] => [
  route('GET /:id/comments', 'comments', (visit) => listComments(sandbox, visit)),
  ...(answers === 'replies' ? [route('GET /:id/replies', 'comments', (visit) => listComments(sandbox, visit))] : []),
  route('POST /:id/comments', 'reply', (visit) => writeOwnComment(sandbox, visit)),
  ...(answers === 'replies' ? [route('POST /:id/replies', 'reply', (visit) => writeOwnComment(sandbox, visit))] : []),
  route('POST /:id/messages', 'message', (visit) => sendMessage(sandbox, visit)),
  route('GET /:id/conversations', 'conversations', (visit) => listConversations(sandbox, visit)),
  route('POST /:id/subscribed_apps', 'subscribe', (visit) => subscribe(sandbox, visit)),
  route('POST /:id', 'hide', (visit) => hideComment(sandbox, visit)),
]
