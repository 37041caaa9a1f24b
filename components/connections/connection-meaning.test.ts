import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health-contract'
import { Meaning } from './connection-meaning'
import type { ConnectionState } from './connection-state'

const end = '2026-11-26T12:00:00.000Z'

const works = { status: 'ok', summary: 'Instagram works.', next_step: null } as const

/** The words of a row, without markup. */
function said(
  state: ConnectionState,
  connection: Partial<SocialConnection>,
  health: Partial<ConnectionHealth> = works,
) {
  const whole = { missing_scopes: [], ...connection } as Partial<SocialConnection> as SocialConnection
  const standing = { state, connection: whole, health: health as ConnectionHealth }
  const html = renderToStaticMarkup(createElement(Meaning, standing))
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

test('an access that is about to end: why, until when, and what to do, once each', () => {
  const refused = {
    status: 'ok',
    summary: 'Pinterest works, and the access ends in 5 days.',
    next_step: 'Connect the account again before then.',
    last_refresh_ok: false,
  } as const
  expect(said('expiring', { expires_at: end, renews_itself: false }, refused)).toBe(
    'The network no longer renews this access: reconnect before 26 Nov 2026, or posts will fail.',
  )
})

test('an access that ends names what it may not do, as one that lasts does', () => {
  const missing_scopes = [{ name: 'boards:write', purpose: 'make boards' }]
  expect(said('expiring', { expires_at: end, renews_itself: false, missing_scopes })).toMatch(
    /or posts will fail\. It was connected without the permission to make boards\.$/,
  )
})

test('what was withdrawn has no end any more', () => {
  expect(said('revoked', { expires_at: end, last_refresh_at: end })).not.toMatch(/2026/)
})

test('an access that renews itself shows no day that reads as a deadline, and every day has its year', () => {
  const renewed = said('connected', { expires_at: end, renews_itself: true, last_refresh_at: '2026-10-20T00:00:00Z' })
  expect(renewed).toBe('Instagram works. The access renews itself, last on 20 Oct 2026.')
  expect(said('connected', { expires_at: end, renews_itself: true, last_refresh_at: null })).toBe('Instagram works.')
})

test('of a connection that is well the row says no more than is known', () => {
  const summary = 'Threads is connected and was not used yet. The access ends in 60 days.'
  expect(said('connected', { expires_at: end, renews_itself: false }, { ...works, summary })).toBe(summary)
})
