import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort } from '@/tests/support/processes/free-port'

/** A server with a missing setting must exit instead of returning 500 for every request. */
test.each([
  ['DATABASE_URL', 'DATABASE_URL is not set. Set it, or use `npm run up`, which starts a database.'],
  ['ENCRYPTION_KEY', 'ENCRYPTION_KEY'],
])('a server without %s exits and names the variable', async (name, message) => {
  const env = { ...process.env, PORT: String(await freePort()), HOST: '127.0.0.1', [name]: '' }
  const { status, stderr } = spawnSync(process.execPath, ['scripts/server.mjs'], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(message)
})
