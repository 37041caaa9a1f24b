import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { cancelStory, editStory, getStory } from '@/lib/stories/contract'
import {
  aDueStory,
  type DueStory,
  failCalls,
  letTimePass,
  newText,
  postsOf,
  progressOf,
  publishOnce,
  rowOf,
  storyOf,
} from '@/tests/support/publishing/publishing'

const rounds = 100

/** Runs all rounds, five at a time. They share accounts, so their texts differ. */
async function inRounds(run: (due: DueStory, round: number) => Promise<string>): Promise<Record<string, number>> {
  const first = await aDueStory(['x'])
  const { project, accounts } = first
  const seen: Record<string, number> = {}
  for (let done = 0; done < rounds; done += 5) {
    const batch = Array.from({ length: 5 }, async (_, index) =>
      run(await aDueStory(['x'], { project, accounts }), done + index),
    )
    for (const outcome of await Promise.all(batch)) seen[outcome] = (seen[outcome] ?? 0) + 1
  }
  return seen
}

/** Whether a text belongs to this story, before or after the edit. Other captions may start with the same number. */
const isOf = (caption: string, text: string): boolean => text === caption || text.startsWith(`${caption} edited`)

/** Delays the claim a little more each round, up to the time of a slow edit, so that each side wins some rounds. */
const headStart = (round: number): Promise<void> => sleep((round % 20) * 12)

test(`edit races claim, ${rounds} times: one post, either all old or all new`, async () => {
  const seen = await inRounds(async ({ project, account, storyId, itemId, caption }, round) => {
    const edited = { caption: `${caption} edited`, hashtags: 'new' }
    const [answer] = await Promise.all([
      project.api.send(editStory, { id: storyId, ...edited, connection_check: 'skip' }),
      headStart(round).then(() => publishOnce(itemId)),
    ])
    // A worker that lost the row to the edit sends nothing. The next claim sends the new text.
    for (let look = 0; look < 5 && (await rowOf(itemId)).status === 'approved'; look++) {
      await letTimePass(itemId, 0)
      await publishOnce(itemId)
    }
    const texts = (await postsOf(account)).map(({ text }) => text).filter((text) => isOf(caption, text))
    const isNew = answer.status === 200
    expect([200, 409]).toContain(answer.status)
    expect(texts).toEqual([isNew ? `${edited.caption}\n\n#new` : caption])
    expect((await storyOf(storyId)).caption).toBe(isNew ? edited.caption : caption)
    return isNew ? 'new' : 'old'
  })
  expect((seen.old ?? 0) + (seen.new ?? 0)).toBe(rounds)
  expect(seen.old).toBeGreaterThan(0)
  expect(seen.new).toBeGreaterThan(0)
})

test(`cancel races claim, ${rounds} times: posted or cancelled, never both`, async () => {
  const seen = await inRounds(async ({ project, account, storyId, itemId, caption }, round) => {
    const [answer] = await Promise.all([
      project.api.send(cancelStory, { id: storyId }),
      headStart(round).then(() => publishOnce(itemId)),
    ])
    const isCancelled = answer.status === 200
    expect([200, 409]).toContain(answer.status)
    if (isCancelled) expect(await publishOnce(itemId)).toBeNull()
    const texts = (await postsOf(account)).filter(({ text }) => isOf(caption, text))
    expect([isCancelled, texts.length, (await rowOf(itemId)).status, (await storyOf(storyId)).status]).toEqual(
      isCancelled ? [true, 0, 'rejected', 'cancelled'] : [false, 1, 'posted', 'published'],
    )
    return isCancelled ? 'cancelled' : 'posted'
  })
  expect((seen.cancelled ?? 0) + (seen.posted ?? 0)).toBe(rounds)
  expect(seen.cancelled).toBeGreaterThan(0)
  expect(seen.posted).toBeGreaterThan(0)
})

test.each([
  ['edit', editStory, { caption: 'Other', connection_check: 'skip' }],
  ['cancel', cancelStory, {}],
] as const)('409 on %s during the send, and the post is published unchanged', async (_, contract, input) => {
  const { project, account, storyId, itemId, caption } = await aDueStory(['x'])
  await failCalls(account, { fault: 'slow', delay_ms: 600, call: 'publish', times: 1 })
  const publishing = publishOnce(itemId)
  await expect.poll(async () => (await progressOf(itemId)).sending, { timeout: 5_000 }).toBeDefined()
  const { status, error } = await project.api.refused(contract, { id: storyId, ...input })
  expect([status, error.code]).toEqual([409, 'conflict'])
  expect(await publishing).toBe('posted')
  expect((await postsOf(account)).map(({ text }) => text)).toEqual([caption])
})

test('an edit after a failed try discards the draft with the old text and publishes the new text', async () => {
  const { project, account, storyId, itemId } = await aDueStory(['ghost'], { caption: `Old ${newText()}` })
  await failCalls(account, { fault: 'rate_limit', retry_after_seconds: 1, call: 'publish', times: 1 })
  expect(await publishOnce(itemId)).toBe('waiting')
  expect(Object.keys((await progressOf(itemId)).done ?? {})).toContain('draft')
  const caption = `New ${newText()}`
  await project.api.call(editStory, { id: storyId, caption, connection_check: 'skip' } as never)
  await database()
    .updateTable('social_connections')
    .set({ paused_until: null })
    .where('project_id', '=', project.projectId)
    .execute()
  await letTimePass(itemId, 0)
  expect(await publishOnce(itemId)).toBe('posted')
  expect((await postsOf(account)).map(({ text }) => text.trim())).toEqual([caption])
  const story = await project.api.get(getStory, { id: storyId })
  expect(story.status).toBe('published')
})
