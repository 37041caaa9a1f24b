import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort } from '@/tests/support/ports'

/** A server that cannot work says so and ends: one that came up would answer every request with a 500. */
test.each([
  ['DATABASE_URL', 'DATABASE_URL is not set. Name your database, or let `npm run up` bring one along.'],
  ['ENCRYPTION_KEY', 'ENCRYPTION_KEY'],
])('a server without %s does not start, and names it', async (name, words) => {
  const env = { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', [name]: '' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/server.mjs'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(words)
})
