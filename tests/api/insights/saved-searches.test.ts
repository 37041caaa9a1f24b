import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import {
  createSavedSearch,
  deleteSavedSearch,
  getSavedSearch,
  listSavedSearches,
  updateSavedSearch,
} from '@/lib/saved-searches/contract'
import { countSearches, insertSearch } from '@/lib/saved-searches/repository'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { afterOther } from '@/tests/support/database/after-other'
import { databaseKind } from '@/tests/support/database/test-database'
import { unknownId } from '../stories/stories'

test('saves, lists, changes and deletes a search', async () => {
  const { api, projectId, userId } = await aProject()
  const saved = await api.post(createSavedSearch, {
    id: projectId,
    name: ' Winners ',
    filter: { min_saves: 10, channels: ['x', 'x'], sort_by: null },
  })
  expect(saved).toEqual({
    id: expect.any(String),
    project_id: projectId,
    user_id: userId,
    name: 'Winners',
    filter: { min_saves: 10, channels: ['x'] },
    view: null,
    created_at: expect.any(String),
    updated_at: saved.created_at,
  })
  expect(await api.get(getSavedSearch, { id: saved.id })).toEqual(saved)
  const view = { screen: 'stories' as const, q: 'bread', sort: '-time', hidden_columns: ['results'] }
  const changed = await api.patch(updateSavedSearch, { id: saved.id, name: 'Best', filter: { limit: 5 }, view })
  expect(changed).toEqual({
    ...saved,
    name: 'Best',
    filter: { limit: 5 },
    view,
    updated_at: expect.not.stringMatching(saved.updated_at),
  })
  expect((await api.get(listSavedSearches, { id: projectId })).saved_searches).toEqual([changed])
  expect(await api.delete(deleteSavedSearch, { id: saved.id })).toEqual({ ok: true })
  expect((await api.refused(getSavedSearch, { id: saved.id })).error.code).toBe('not_found')
})

test('names are unique per user, ignoring case', async () => {
  const { api, projectId } = await aProject()
  const saved = await api.post(createSavedSearch, { id: projectId, name: 'Winners' })
  const other = await api.post(createSavedSearch, { id: projectId, name: 'Losers' })
  const message = 'You already have a saved search named “WINNERS”. Choose another name.'
  const taken = { code: 'conflict', message }
  expect((await api.refused(createSavedSearch, { id: projectId, name: 'WINNERS' })).error).toEqual(taken)
  expect((await api.refused(updateSavedSearch, { id: other.id, name: 'WINNERS' })).error).toEqual(taken)
  expect((await api.patch(updateSavedSearch, { id: saved.id, name: 'WINNERS' })).name).toBe('WINNERS')
})

const testLocks = test.skipIf(databaseKind() === 'pglite')

testLocks('a name that another request takes at the same time is a conflict', async () => {
  const { api, projectId, userId } = await aProject()
  const owner = { projectId, userId }
  const answer = await afterOther(
    (tx) => countSearches(tx, owner),
    () => api.send(createSavedSearch, { id: projectId, name: 'Race' }),
    (tx) => insertSearch(tx, owner, newId(), { name: 'Race', filter: {}, view: null }),
  )
  expect(answer.status).toBe(409)
})

test('a user has at most 100 per project', async () => {
  const { api, projectId, userId } = await aProject()
  await sql`insert into saved_searches (id, project_id, user_id, name, filter)
    select gen_random_uuid(), ${projectId}, ${userId}, 'Search ' || n, '{}' from generate_series(1, 99) as n`.execute(
    database(),
  )
  await api.post(createSavedSearch, { id: projectId, name: 'The last one' })
  expect((await api.refused(createSavedSearch, { id: projectId, name: 'One more' })).error).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('100 saved searches in this project, the maximum'),
  })
})

test('a search of another member of the project is not found', async () => {
  const project = await aProject()
  const { id } = await project.api.post(createSavedSearch, { id: project.projectId, name: 'Mine' })
  const asOther = await signedIn((await aMember(project.projectId, 'admin')).userId)
  expect((await asOther.get(listSavedSearches, { id: project.projectId })).saved_searches).toEqual([])
  for (const contract of [getSavedSearch, updateSavedSearch, deleteSavedSearch]) {
    const { error } = await asOther.refused(contract, { id })
    expect(error).toEqual((await asOther.refused(contract, { id: unknownId })).error)
  }
  await asOther.post(createSavedSearch, { id: project.projectId, name: 'Mine' })
})

const wrong: [object, string, string][] = [
  [{ window_days: 0 }, 'filter.window_days', 'must be a whole number from 1 to 3,650'],
  [{ min_save_rate: 5 }, 'filter.min_save_rate', 'must be a fraction from 0 to 1, e.g. 0.05 for 5%'],
  [{ min_impressions: 1.5 }, 'filter.min_impressions', 'must be a whole number from 0 to 1,000,000,000,000'],
  [{ limit: 201 }, 'filter.limit', 'must be a whole number from 1 to 200'],
  [{ channels: [] }, 'filter.channels', 'must have at least one entry; leave it out for all'],
  [{ sort_by: 'luck' }, 'filter.sort_by', expect.stringContaining('must be one of save_rate, share_rate')],
  [{ min_reach: 3 }, 'filter.min_reach', expect.any(String)],
]
test.each(wrong)('400 for the filter %j', async (filter, path, message) => {
  const { api, projectId } = await aProject()
  const { error } = await api.refused(createSavedSearch, { id: projectId, name: 'Wrong', filter })
  expect(error).toMatchObject({ code: 'validation_error', issues: [{ path, message }] })
})
