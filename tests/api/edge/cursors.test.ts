import { expect, test } from 'vitest'
import { encodeCursor } from '@/lib/api/pagination'
import { listConnections } from '@/lib/connections/contract'
import { listProjects } from '@/lib/projects/contract'
import { listQueue } from '@/lib/queue/contract'
import { createStory, deleteStory, listStories } from '@/lib/stories/contract'
import { listTokens } from '@/lib/tokens/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'

const aDraft = async ({ api }: TestProject): Promise<string> =>
  (await api.post(createStory, { caption: 'Fresh bread', channels: ['x'] })).story.id

const some = (project: TestProject, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => aDraft(project)))

const good = encodeCursor('stories', '018f0000-0000-7000-8000-000000000000')

test.each([
  'x',
  'null',
  '0',
  `${good}=`,
  `${good} `,
  good.slice(1),
  good.toLowerCase(),
  Buffer.from('3:stories:018f0000-0000-7000-8000-000000000000').toString('base64url'),
  Buffer.from("2:stories:' or 1=1 --").toString('base64url'),
  Buffer.from('2:stories:018F0000-0000-7000-8000-000000000000').toString('base64url'),
  'é',
  '\u0000',
  'A'.repeat(501),
  '',
])('refuses the invalid cursor %j', async (cursor) => {
  const { api, userId } = await aProject()
  for (const contract of [listStories, listQueue, listProjects]) {
    const { status, error } = await api.refused(contract, { cursor })
    expect([status, error.code, error.issues?.map(({ path }) => path)]).toEqual([400, 'validation_error', ['cursor']])
  }
  expect((await (await signedIn(userId)).refused(listTokens, { cursor })).error.issues).toMatchObject([
    { path: 'cursor' },
  ])
})

test('refuses a cursor of another list', async () => {
  const { api, userId } = await aProject()
  const listings = [
    ['stories', api, listStories],
    ['queue', api, listQueue],
    ['projects', api, listProjects],
    ['connections', api, listConnections],
    ['tokens', await signedIn(userId), listTokens],
  ] as const
  const id = '018f0000-0000-7000-8000-000000000000'
  for (const [name, caller, contract] of listings) {
    await caller.get(contract, { cursor: encodeCursor(name, id) })
    for (const [other] of listings) {
      if (other === name) continue
      const { error } = await caller.refused(contract, { cursor: encodeCursor(other, id) })
      expect([name, other, error.code, error.issues?.map(({ path }) => path)]).toEqual([
        name,
        other,
        'validation_error',
        ['cursor'],
      ])
    }
  }
})

test('another tenant’s cursor shows nothing of theirs', async () => {
  const [mine, theirs] = [await aProject(), await aProject()]
  const older = await some(mine, 3)
  await some(theirs, 3)
  const newer = await some(mine, 2)
  const { next_cursor } = await theirs.api.get(listStories, { limit: 1 })
  const page = await mine.api.get(listStories, { cursor: next_cursor ?? '' })
  expect(page.stories.map(({ id }) => id).sort()).toEqual(older.sort())
  expect(page.next_cursor).toBeNull()
  expect(newer).not.toContain(page.stories[0]?.id)
})

test('paging has no gaps or repeats during concurrent writes and deletes', async () => {
  const project = await aProject()
  const there = await some(project, 40)
  const doomed = there.filter((_, index) => index % 10 === 0)
  let isDone = false
  const written: string[] = []
  const writer = (async () => {
    while (!isDone) written.push(await aDraft(project))
  })()
  const deleter = (async () => {
    for (const id of doomed) await project.api.delete(deleteStory, { id })
  })()
  const seen: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: { stories: { id: string }[]; next_cursor: string | null } = await project.api.get(listStories, {
      limit: 3,
      ...(cursor ? { cursor } : {}),
    })
    seen.push(...page.stories.map(({ id }) => id))
    cursor = page.next_cursor
  }
  isDone = true
  await Promise.all([writer, deleter])
  expect(seen).toEqual([...new Set(seen)].sort().reverse())
  const remaining = there.filter((id) => !doomed.includes(id))
  expect(seen.filter((id) => remaining.includes(id))).toHaveLength(remaining.length)
  expect(seen.filter((id) => !there.includes(id) && !written.includes(id))).toEqual([])
})

test('the last page has no cursor, and a cursor always returns the same page', async () => {
  const project = await aProject()
  await some(project, 4)
  const first = await project.api.get(listStories, { limit: 2 })
  const cursor = first.next_cursor ?? ''
  const second = await project.api.get(listStories, { limit: 2, cursor })
  expect([second.stories.length, second.next_cursor]).toEqual([2, null])
  expect(await project.api.get(listStories, { limit: 2, cursor })).toEqual(second)
  expect((await project.api.get(listStories, { limit: 4 })).next_cursor).toBeNull()
})
