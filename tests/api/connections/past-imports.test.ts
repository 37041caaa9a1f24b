import { expect, test } from 'vitest'
import { listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { listPastImports, removePastPosts, startPastImport } from '@/lib/past-posts/contract'
import { runPastImports } from '@/lib/past-posts/run-imports'
import { deleteStory, editStory, listStories, publishStory, retryStory } from '@/lib/stories/contract'
import { aProject, control } from '@/tests/support/api/api'
import { until } from '@/tests/support/processes/child-process'

test('past posts are imported once, marked, listed with the account, and removed; viewers may not', async () => {
  const project = await aProject()
  const { api, projectId, userId } = project
  const [account] = await project.connect('threads')
  await control('POST', `/control/accounts/threads/${account?.account_id}/past-posts`, { count: 5, days: 50 })
  const [connection] = (await api.get(listConnections)).connections
  const id = connection?.id ?? ''
  expect((await api.get(listPastImports)).accounts).toEqual([
    { connection_id: id, imported_posts: 0, last_import: null },
  ])
  const { past_import: first } = await api.post(startPastImport, { id, days: 35 })
  expect(first).toMatchObject({ connection_id: id, channel: 'threads', status: 'running', finished_at: null })
  // While it is running, it is returned.
  expect((await api.post(startPastImport, { id })).past_import.id).toBe(first.id)
  await until(async () => {
    await runPastImports(database())
    return (await api.get(listPastImports)).accounts[0]?.last_import?.status === 'done'
  }, 'the import')
  expect((await api.get(listPastImports)).accounts[0]).toMatchObject({
    imported_posts: 3,
    last_import: { id: first.id, read_count: 3, imported_count: 3, known_count: 0, message: null },
  })
  const { stories } = await api.get(listStories)
  expect(stories.map(({ status, caption, is_imported }) => [status, caption, is_imported])).toEqual([
    ['published', 'Past post 1', true],
    ['published', 'Past post 2', true],
    ['published', 'Past post 3', true],
  ])
  const story = stories[0]?.id ?? ''
  const refused = (operation: string) =>
    `This post was imported from its network, so it cannot ${operation} here. Duplicate it to post it again.`
  expect((await api.refused(editStory, { id: story, caption: 'New' })).error).toMatchObject({
    code: 'conflict',
    message: refused('be edited'),
  })
  expect((await api.refused(publishStory, { id: story })).error.message).toBe(refused('be scheduled'))
  expect((await api.refused(retryStory, { id: story })).error.message).toBe(refused('be retried'))
  await api.delete(deleteStory, { id: story })
  await database()
    .updateTable('project_members')
    .set({ role: 'viewer' })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  expect((await api.refused(startPastImport, { id })).error.code).toBe('insufficient_scope')
  await database()
    .updateTable('project_members')
    .set({ role: 'owner' })
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute()
  expect(await api.delete(removePastPosts, { id })).toEqual({ removed: 2 })
  expect((await api.get(listStories)).stories).toEqual([])
})

test('404 for accounts of others, 409 with the remedy for a disconnected one', async () => {
  const { api, projectId, connect } = await aProject()
  await connect('threads')
  const [connection] = (await api.get(listConnections)).connections
  const id = connection?.id ?? ''
  const other = await aProject()
  expect((await other.api.refused(startPastImport, { id })).error.code).toBe('not_found')
  await database()
    .updateTable('social_connections')
    .set({ disconnected_at: new Date() })
    .where('project_id', '=', projectId)
    .execute()
  expect((await api.refused(startPastImport, { id })).error).toMatchObject({
    code: 'conflict',
    message: 'This Threads account is not connected. Reconnect it, then import its posts.',
  })
})
