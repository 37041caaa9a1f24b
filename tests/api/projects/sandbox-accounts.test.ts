import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { listConnections } from '@/lib/connections/contract'
import { connectSandboxAccounts } from '@/lib/sandbox-accounts/contract'
import { aProject } from '@/tests/support/api/api'

test('connects a sandbox account on each channel that has none', async () => {
  const { api, projectId, connect } = await aProject()
  await connect('threads')
  const { connections, skipped } = await api.post(connectSandboxAccounts, { id: projectId })
  expect(skipped).toEqual(['threads'])
  expect(connections.map(({ channel, connected }) => [channel, connected])).toEqual(
    channelIds.filter((channel) => channel !== 'threads').map((channel) => [channel, true]),
  )
  expect(connections.find(({ channel }) => channel === 'pinterest')?.metadata.default_board_id).toBeDefined()
  expect((await api.get(listConnections)).connections).toHaveLength(channelIds.length)
  expect(await api.post(connectSandboxAccounts, { id: projectId })).toEqual({
    connections: [],
    skipped: [...channelIds],
  })
})
