import { expect, test } from 'vitest'
import { createHashtagSet, deleteHashtagSet, listHashtagSets, updateHashtagSet } from '@/lib/hashtag-sets/contract'
import { aProject } from '@/tests/support/api/api'

test('a hashtag set is created, listed, changed and deleted', async () => {
  const { api, projectId } = await aProject()
  const made = await api.post(createHashtagSet, { name: ' Bakery ', tags: ['#bread', 'Bäckerei', '#BREAD'] })
  expect(made).toEqual({
    id: made.id,
    project_id: projectId,
    name: 'Bakery',
    tags: ['#bread', '#Bäckerei'],
    created_at: made.created_at,
    updated_at: made.updated_at,
  })
  const other = await api.post(createHashtagSet, { name: 'Cake', tags: ['cake'] })
  const first = await api.get(listHashtagSets, { limit: 1 })
  expect(first.hashtag_sets).toEqual([other])
  const second = await api.get(listHashtagSets, { limit: 1, cursor: first.next_cursor ?? undefined })
  expect(second).toEqual({ hashtag_sets: [made], next_cursor: null })
  const changed = await api.patch(updateHashtagSet, { id: made.id, name: 'BAKERY', tags: ['#rye'] })
  expect(changed).toEqual({ ...made, name: 'BAKERY', tags: ['#rye'], updated_at: changed.updated_at })
  expect(await api.delete(deleteHashtagSet, { id: made.id })).toEqual({ ok: true })
  expect((await api.refused(updateHashtagSet, { id: made.id, name: 'Gone' })).status).toBe(404)
})

test('refuses a name that is taken and text that is no hashtag', async () => {
  const [{ api }, other] = [await aProject(), await aProject()]
  await api.post(createHashtagSet, { name: 'Bakery', tags: ['#bread'] })
  const cake = await api.post(createHashtagSet, { name: 'Cake', tags: ['#cake'] })
  const taken = {
    status: 409,
    error: {
      code: 'conflict',
      message: 'A hashtag set named “bakery” already exists. Use another name.',
    },
  }
  expect(await api.refused(createHashtagSet, { name: 'bakery', tags: ['#bread'] })).toMatchObject(taken)
  expect(await api.refused(updateHashtagSet, { id: cake.id, name: 'bakery' })).toMatchObject(taken)
  await other.api.post(createHashtagSet, { name: 'bakery', tags: ['#bread'] })
  const refused = await api.refused(createHashtagSet, { name: 'Spaces', tags: ['#two words', '#'] })
  expect(refused).toMatchObject({
    status: 400,
    error: {
      code: 'validation_error',
      issues: [
        { path: 'tags.0', message: 'must have only letters, digits and underscores, such as #bread' },
        { path: 'tags.1', message: 'must have only letters, digits and underscores, such as #bread' },
      ],
    },
  })
})
