import { expect, test } from 'vitest'
import { copyPublishedCaptions } from '@/lib/captions/corpus/copy-published'
import { deleteCaptions, insertCaptions, listCaptions } from '@/lib/captions/corpus/repository'
import type { ChannelId } from '@/lib/channel-ids'
import { systemClock } from '@/lib/clock'
import { database, transaction } from '@/lib/db/pool'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { serializeStory, storyColumns } from '@/lib/stories/serializer'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

type Wanted = { caption: string; channels?: ChannelId[]; overrides?: object; contentType?: string }

/** A published story, and its event. */
async function aPublishedStory(projectId: string, wanted: Wanted): Promise<string> {
  const id = newId()
  const { caption, channels = ['x', 'threads'], overrides = {}, contentType = null } = wanted
  const channel_overrides = JSON.stringify(overrides)
  await database()
    .insertInto('stories')
    .values({
      ...{ id, project_id: projectId, caption, channels, channel_overrides, content_type: contentType },
      ...{ post_type: 'single', status: 'published', published_channels: channels },
    })
    .execute()
  await announce(projectId, id)
  return id
}

const announce = (projectId: string, storyId: string): Promise<void> =>
  transaction(database(), async (tx) => {
    const row = await tx.selectFrom('stories').select(storyColumns).where('id', '=', storyId).executeTakeFirstOrThrow()
    const data = { story: serializeStory(row, systemClock()), channels: row.channels }
    await appendEvent(tx, { projectId, event: 'story.published', data, storyId })
  })

const copiesIn = (projectId: string) => listCaptions(database(), projectId, { filter: {}, after: undefined, limit: 50 })

test('the published caption is copied once per story, unapproved', async () => {
  const { projectId } = await aProject()
  const storyId = await aPublishedStory(projectId, { caption: 'Fresh bread {{link}}', contentType: 'offers' })
  await Promise.all([copyPublishedCaptions(database()), copyPublishedCaptions(database())])
  const [copy, ...others] = await copiesIn(projectId)
  expect(others).toEqual([])
  expect(copy).toMatchObject({
    ...{ caption: 'Fresh bread {{link}}', content_type: 'offers', channel: null },
    ...{ source: 'published', approved: false, embedding_model: null },
  })
  // More channels of the story are published after its copy was deleted.
  await deleteCaptions(database(), projectId, [copy?.id ?? ''])
  await announce(projectId, storyId)
  expect(await copyPublishedCaptions(database())).toEqual({ copied: 0 })
  expect(await copiesIn(projectId)).toEqual([])
})

test('a story for one channel gives the text of that channel', async () => {
  const { projectId } = await aProject()
  const overrides = { x: { caption: 'Bread!' } }
  await aPublishedStory(projectId, { caption: 'Fresh bread', channels: ['x'], overrides })
  await aPublishedStory(projectId, { caption: 'Cake', channels: ['x', 'threads'], overrides })
  await copyPublishedCaptions(database())
  expect((await copiesIn(projectId)).map(({ caption, channel }) => [caption, channel])).toEqual([
    ['Cake', null],
    ['Bread!', 'x'],
  ])
})

test('empty, very long and known texts are not copied', async () => {
  const { projectId } = await aProject()
  for (const caption of ['', 'a'.repeat(5_001), 'Fresh bread', 'FRESH BREAD'])
    await aPublishedStory(projectId, { caption })
  expect(await copyPublishedCaptions(database())).toEqual({ copied: 1 })
  expect((await copiesIn(projectId)).map(({ caption }) => caption)).toEqual(['Fresh bread'])
})

test('only the newest 1,000 copies wait for approval', async () => {
  const { projectId } = await aProject()
  const values = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ caption: `Copy ${index}`, content_type: null, channel: null },
    ...{ source: 'published' as const, approved: index === 0 },
  }))
  await transaction(database(), (tx) => insertCaptions(tx, projectId, values))
  for (const caption of ['Newest', 'Newer']) await aPublishedStory(projectId, { caption })
  await copyPublishedCaptions(database())
  const rows = await database()
    .selectFrom('caption_corpus')
    .select('caption')
    .where('project_id', '=', projectId)
    .execute()
  const captions = new Set(rows.map(({ caption }) => caption))
  expect(captions.size).toBe(1_001)
  expect(['Copy 0', 'Copy 1', 'Copy 2', 'Newest'].map((caption) => captions.has(caption))).toEqual([
    true,
    false,
    true,
    true,
  ])
})
