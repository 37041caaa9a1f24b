import { channelIds } from '../../channels/ids'
import { type Answer, type Call, htmlAnswer } from '../exchange'
import type { Sandbox } from '../sandbox'
import { conversationAround, pageOf, postAt } from './conversations'
import { document, feedPage, missingPage, postPage } from './page'
import { stylesHash } from './styles'

/** No script at all, one style, pictures from here: whatever a post says, it can do nothing. */
export const pageHeaders = {
  'content-security-policy': `default-src 'none'; img-src 'self'; style-src '${stylesHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** What people look at: `/`, `/feed` and every permalink below it. */
export function makeFeed(sandbox: Sandbox): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (call.method !== 'GET' && call.method !== 'HEAD')
      return htmlAnswer(405, '', { ...pageHeaders, allow: 'GET, HEAD' })
    if (call.path !== '/') return permalink(sandbox, call)
    const { query } = call
    const network = channelIds.find((id) => id === query.get('network')) ?? null
    const filter = { network, accountId: network ? query.get('account') : null }
    const asked = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
    const view = pageOf(sandbox, filter, asked)
    const page = feedPage(sandbox, { ...view, filter, page: Math.min(asked, view.pages) })
    return htmlAnswer(200, document('Sandbox feed', page), pageHeaders)
  }
}

function permalink(sandbox: Sandbox, call: Call): Answer {
  const post = postAt(sandbox, `/feed${call.path}`)
  if (!post) return htmlAnswer(404, document('No such post', missingPage(sandbox)), pageHeaders)
  const page = postPage(sandbox, conversationAround(sandbox, post), post)
  return htmlAnswer(200, document(post.title ?? (post.text.slice(0, 60) || 'A post'), page), pageHeaders)
}
