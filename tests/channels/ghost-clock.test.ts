import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { channels } from '@/lib/channels/registry'
import { reloadEnv } from '@/lib/env'
import { startSandbox } from '@/sandbox/server'
import { MemoryRun } from '@/tests/support/publishing/memory-run'
import { anImage, aPost } from '@/tests/support/publishing/resolved-post'

/** A site whose clock differs from this machine’s by the given minutes. */
async function aSiteWithClock(minutes: number) {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-clock-'))
  const clock = () => new Date(Date.now() + minutes * 60_000)
  const sandbox = await startSandbox({ port: 0, directory, clock })
  onTestFinished(async () => {
    await sandbox.stop()
    await rm(directory, { recursive: true, force: true })
  })
  process.env.PINTEREST_API_URL = `${sandbox.url}/pinterest`
  reloadEnv()
  const { account_id, handle, credentials } = sandbox.openAccount({ network: 'ghost' })
  const { site_url: siteUrl = '', admin_api_key: adminApiKey = '' } = credentials
  const account = {
    accountId: account_id,
    accountName: null,
    handle,
    credentials: { kind: 'ghost', siteUrl, adminApiKey } as const,
  }
  const refusals = async () => {
    const answer = await fetch(`${sandbox.url}/control/calls?network=ghost&limit=50`)
    const { calls } = (await answer.json()) as { calls: { status: number }[] }
    return calls.filter(({ status }) => status === 401).length
  }
  return { sandbox, account, refusals }
}

/** A token is valid for 5 minutes; some seconds in the future are tolerated. */
test.each([-6, 6, -600, 600])(
  'with a clock %i minutes off a post with an image is published, once',
  async (minutes) => {
    const { sandbox, account } = await aSiteWithClock(minutes)
    const media = [anImage(`${sandbox.url}/samples/dawn.jpg`, 'Dawn')]
    await channels.ghost.publish(aPost('ghost', { media }), account, new MemoryRun())
    expect(sandbox.posts()).toHaveLength(1)
  },
)

test('tries a revoked key once when the clock is right', async () => {
  const { sandbox, account, refusals } = await aSiteWithClock(0)
  await fetch(`${sandbox.url}/control/accounts/ghost/${account.accountId}/revoke-token`, { method: 'POST' })
  const publishing = channels.ghost.publish(aPost('ghost'), account, new MemoryRun())
  await expect(publishing).rejects.toMatchObject({ isAuthDead: true, category: 'connection' })
  expect(await refusals()).toBe(1)
})
