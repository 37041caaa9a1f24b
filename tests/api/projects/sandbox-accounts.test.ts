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
  const listed = (await api.get(listConnections)).connections
  expect(Object.fromEntries(listed.map(({ channel, sandbox }) => [channel, sandbox]))).toEqual(
    Object.fromEntries(channelIds.map((channel) => [channel, channel !== 'threads'])),
  )
  expect(await api.post(connectSandboxAccounts, { id: projectId })).toEqual({
    connections: [],
    skipped: [...channelIds],
  })
})
