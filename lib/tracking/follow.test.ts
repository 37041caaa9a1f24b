import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { followLink } from './follow'

afterAll(closeDatabase)

test('shows an error page with Retry-After while the database is unreachable', async () => {
  // No server listens on this port.
  Object.assign(process.env, { DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/none', LOG_LEVEL: 'silent' })
  reloadEnv()
  const answer = await followLink(new Request('https://app.example/l/abcdefghij'), 'abcdefghij')
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('location')]).toEqual([503, '5', null])
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain('Try again in a minute.')
})

test('an invalid code needs no database query', async () => {
  const answer = await followLink(new Request('https://app.example/l/nothing'), 'nothing')
  expect(answer.status).toBe(404)
})
