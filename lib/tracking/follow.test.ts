import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { followLink } from './follow'

afterAll(closeDatabase)

test('while the database is away a reader is told so in words, and when to come back', async () => {
  // Nothing listens there.
  Object.assign(process.env, { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' })
  reloadEnv()
  const answer = await followLink(new Request('https://app.example/l/abcdefghij'), 'abcdefghij')
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('location')]).toEqual([503, '5', null])
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await answer.text()).toContain('Try it again in a minute.')
})

test('what cannot be a code asks no database', async () => {
  const answer = await followLink(new Request('https://app.example/l/nothing'), 'nothing')
  expect(answer.status).toBe(404)
})
