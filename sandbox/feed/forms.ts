import { isIP } from 'node:net'
import type { z } from 'zod'
import { type Answer, type Call, emptyAnswer, htmlAnswer, Refusal } from '../http/call'
import { type Html, html, pageAnswer, pageHeaders } from '../pages/html'
import type { Sandbox } from '../state/sandbox'
import { feedAddress } from './address'

/** The feed's pages have forms. The origin is sent to this server only, which checks it. */
const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace("form-action 'none'", "form-action 'self'"),
  'referrer-policy': 'same-origin',
}

export const feedAnswer = (status: number, title: string, content: Html): Answer =>
  pageAnswer(status, title, content, headers)

export const refusePage = (sandbox: Sandbox, status: number, title: string, message: string): Refusal =>
  new Refusal(
    feedAnswer(
      status,
      title,
      html`<main class="empty"><h1>${title}</h1><p>${message}</p><p><a href="${feedAddress(sandbox)}">Show all posts</a></p></main>`,
    ),
  )

/** Reads a form that was sent from a page of the feed. @throws Refusal with a page */
export function readFeedForm<T>(sandbox: Sandbox, call: Call, schema: z.ZodType<T>): T {
  if (!isFromOwnPage(sandbox, call))
    throw refusePage(sandbox, 403, 'Form refused', 'The form was sent from another site. Use the form on this page.')
  if (call.contentType !== 'application/x-www-form-urlencoded') throw new Refusal(htmlAnswer(415, '', pageHeaders))
  // Browsers send line breaks as CRLF.
  const given = [...call.form()].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refusePage(sandbox, 400, 'Not sent', `${issue?.message} Go back and try again.`)
}

/** See Other: reloading the page does not send the form again. */
export const seeOther = (location: string): Answer => emptyAnswer(303, { location, 'cache-control': 'no-store' })

/**
 * Browsers send the origin with every form. It must be this server's public address, or an address that no other site
 * can point to this machine: `localhost` or an IP address, and the one that was called.
 */
function isFromOwnPage(sandbox: Sandbox, call: Call): boolean {
  const origin = call.header('origin')
  if (origin === undefined) return false
  if (origin === new URL(sandbox.origin).origin) return true
  const host = (call.header('host') ?? '').toLowerCase()
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return (
    /^https?:\/\//.test(origin) &&
    origin.replace(/^https?:\/\//, '') === host &&
    (name === 'localhost' || isIP(name) > 0)
  )
}
