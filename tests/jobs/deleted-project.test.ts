import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { deleteProjectIn } from '@/lib/projects/delete'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem } from '@/lib/publishing/publish-item'
import { loadWork } from '@/lib/publishing/work'
import { aDueStory, postsOf, publishOnce, rowOf, storyOf } from '../support/publishing'

const remove = (projectId: string) => transaction(database(), (tx) => deleteProjectIn(tx, projectId))

test('a due post of a deleted project is not published, and waits for nothing', async () => {
  const { account, itemId, storyId, project } = await aDueStory(['x'])
  await remove(project.projectId)
  expect(await publishOnce(itemId)).toBeNull()
  expect(await rowOf(itemId)).toMatchObject({
    status: 'rejected',
    skip_reason: 'project_deleted',
    next_attempt_at: null,
  })
  expect((await storyOf(storyId)).status).toBe('cancelled')
  expect(await postsOf(account)).toEqual([])
})

test('a worker that holds a post when its project is deleted does not send it', async () => {
  const { account, itemId, project } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) throw new Error('The row was not due.')
  // Its credentials are in memory by now.
  await loadWork(database(), claim)
  await remove(project.projectId)
  await publishItem(database(), claim, new AbortController().signal)
  expect(await postsOf(account)).toEqual([])
  expect((await rowOf(itemId)).status).toBe('rejected')
})
