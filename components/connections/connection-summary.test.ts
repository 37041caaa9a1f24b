import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health/contract'
import type { ConnectionState } from './connection-state'
import { ConnectionSummary } from './connection-summary'

const end = '2026-11-26T12:00:00.000Z'

const works = { status: 'ok', summary: 'Instagram works.', next_step: null } as const

/** The rendered text without markup. */
function textOf(
  state: ConnectionState,
  connection: Partial<SocialConnection>,
  health: Partial<ConnectionHealth> = works,
) {
  const whole = { missing_scopes: [], ...connection } as Partial<SocialConnection> as SocialConnection
  const details = { state, connection: whole, health: health as ConnectionHealth }
  const html = renderToStaticMarkup(createElement(ConnectionSummary, details))
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

test('expiring: the reason, the date and what to do', () => {
  const refused = {
    status: 'ok',
    summary: 'Pinterest works. The connection expires in 5 days.',
    next_step: 'Reconnect the account before then.',
    last_refresh_ok: false,
  } as const
  expect(textOf('expiring', { expires_at: end, renews_itself: false }, refused)).toBe(
    'The network no longer renews this connection. Reconnect before 26 Nov 2026, or posts will fail.',
  )
})

test('expiring: missing permissions are listed', () => {
  const missing_scopes = [{ name: 'boards:write', purpose: 'create boards' }]
  expect(textOf('expiring', { expires_at: end, renews_itself: false, missing_scopes })).toMatch(
    /or posts will fail\. Missing permission to create boards\.$/,
  )
})

test('revoked: no expiry date', () => {
  expect(textOf('revoked', { expires_at: end, last_refresh_at: end })).not.toMatch(/2026/)
})

test('an automatically renewed connection shows the last renewal, not the expiry', () => {
  const renewed = textOf('connected', { expires_at: end, renews_itself: true, last_refresh_at: '2026-10-20T00:00:00Z' })
  expect(renewed).toBe('Instagram works. Renewed on 20 Oct 2026.')
  expect(textOf('connected', { expires_at: end, renews_itself: true, last_refresh_at: null })).toBe('Instagram works.')
})

test('a healthy connection shows only the summary', () => {
  const summary = 'Threads is connected but not used yet. Reconnect within 60 days.'
  expect(textOf('connected', { expires_at: end, renews_itself: false }, { ...works, summary })).toBe(summary)
})
