import { isOutage } from '@/lib/db/outage'
import { database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { plainPage } from '@/lib/plain-page'
import { subscriptionMails } from './kinds'
import { storeOptOuts } from './settings-repository'
import { readUnsubscribeToken, type Unsubscribing } from './unsubscribe-token'

const settingsLink = '<a href="/account/notifications">email settings</a>'

/** Shows a button and changes nothing, because mail scanners open every link. */
export async function showUnsubscribe(request: Request): Promise<Response> {
  const target = targetOf(request)
  if (!target) return badLink()
  const { label } = subscriptionMails[target.kind]
  // Without an action the form posts to this URL, including the token.
  return page(
    200,
    `Unsubscribe from "${label}"?`,
    `<p>You will no longer get these emails for any of your projects.</p>
<form method="post"><button>Unsubscribe</button></form>`,
  )
}

/**
 * Handles the button of that page, and one-click unsubscribe of mail clients (RFC 8058), which must not be
 * redirected.
 */
export async function unsubscribe(request: Request): Promise<Response> {
  const target = targetOf(request)
  if (!target) return badLink()
  try {
    await storeOptOuts(database(), target.userId, { off: [target.kind], on: [] })
  } catch (cause) {
    log[isOutage(cause) ? 'warn' : 'error']('mail.not_unsubscribed', { user: target.userId, cause })
    return page(503, 'Not unsubscribed', '<p>Something went wrong. Try again in a minute.</p>', {
      'retry-after': '60',
    })
  }
  const { label } = subscriptionMails[target.kind]
  return page(
    200,
    'You are unsubscribed',
    `<p>"${label}" is off. You can turn it on again in your ${settingsLink}.</p>`,
  )
}

function targetOf(request: Request): Unsubscribing | null {
  return readUnsubscribeToken(new URL(request.url).searchParams.get('t') ?? '')
}

const badLink = (): Response =>
  page(
    404,
    'This link is not valid',
    `<p>Part of it may be missing. Copy the whole link, or sign in and change your ${settingsLink}.</p>`,
  )

function page(status: number, title: string, content: string, more: Record<string, string> = {}): Response {
  const security =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
  return new Response(plainPage(title, content), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': security,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      // The URL contains the token.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...more,
    },
  })
}
