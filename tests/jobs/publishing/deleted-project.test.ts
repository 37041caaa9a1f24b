import { expect, test } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { deleteProjectIn } from '@/lib/project-deletion/delete-project'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { loadContext } from '@/lib/publishing/claim/publish-context'
import { publishItem } from '@/lib/publishing/publish-item'
import { aDueStory, postsOf, publishOnce, rowOf, storyOf } from '@/tests/support/publishing/publishing'

const remove = (projectId: string) => transaction(database(), (tx) => deleteProjectIn(tx, projectId))

test('a due post of a deleted project is rejected and not published', async () => {
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

test('a worker holding a post of a deleted project does not send it', async () => {
  const { account, itemId, project } = await aDueStory(['x'])
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  if (!claim) throw new Error('The row was not due.')
  // The credentials are in memory now.
  await loadContext(database(), claim)
  await remove(project.projectId)
  await publishItem(database(), claim, new AbortController().signal)
  expect(await postsOf(account)).toEqual([])
  expect((await rowOf(itemId)).status).toBe('rejected')
})
