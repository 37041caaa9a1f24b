import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Account } from '@/lib/channels/channel'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { startSandbox } from '@/sandbox/server'
import { MemoryRun } from '@/tests/support/publishing/memory-run'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'

/** X with a clock that differs from this machine’s by the given minutes. */
async function anXWithClock(minutes: number) {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-clock-'))
  const clock = () => new Date(Date.now() + minutes * 60_000)
  const sandbox = await startSandbox({ port: 0, directory, clock })
  onTestFinished(async () => {
    await sandbox.stop()
    await rm(directory, { recursive: true, force: true })
  })
  process.env.X_API_URL = `${sandbox.url}/x`
  reloadEnv()
  const { account_id, handle, credentials } = sandbox.openAccount({ network: 'x' })
  const { api_key, api_secret, access_token, access_token_secret } = credentials
  if (!api_key || !api_secret || !access_token || !access_token_secret) throw new Error('X has four keys.')
  const keys = {
    apiKey: api_key,
    apiSecret: api_secret,
    accessToken: access_token,
    accessTokenSecret: access_token_secret,
  }
  const account: Account = {
    accountId: account_id,
    accountName: null,
    handle,
    credentials: { kind: 'oauth1', ...keys },
  }
  const statuses = async () => {
    const answer = await fetch(`${sandbox.url}/control/calls?network=x&limit=50`)
    const { calls } = (await answer.json()) as { calls: { call: string; status: number }[] }
    return calls.filter(({ call }) => call === 'publish' || call === null).map(({ status }) => status)
  }
  return { sandbox, account, statuses }
}

/** X accepts signatures of the last 5 minutes. */
test.each([-6, 6, -600, 600])('with a clock %i minutes off a thread with an image is posted, once', async (minutes) => {
  const { sandbox, account } = await anXWithClock(minutes)
  const thread = ['The first part.', 'The second part.']
  const media = [anImage(`${sandbox.url}/samples/dawn.jpg`, 'Dawn')]
  await channels.x.publish(aPost('x', { thread, media }), account, new MemoryRun())
  expect(sandbox.posts().map(({ text }) => text)).toEqual(thread)
})

test('tries a revoked token once when the clock is right', async () => {
  const { sandbox, account, statuses } = await anXWithClock(0)
  await fetch(`${sandbox.url}/control/accounts/x/${account.accountId}/revoke-token`, { method: 'POST' })
  const publishing = channels.x.publish(aPost('x'), account, new MemoryRun())
  await expect(publishing).rejects.toMatchObject({ isAuthDead: true, category: 'connection' })
  expect(await statuses()).toEqual([401])
})
