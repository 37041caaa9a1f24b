import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addCorpusCaptions,
  changeCorpusCaptions,
  deleteCorpusCaption,
  getCorpusCaption,
  listCorpusCaptions,
  searchCorpusCaptions,
  seedCorpus,
  updateCorpusCaption,
} from '@/lib/captions/corpus/contract'
import { database } from '@/lib/db/pool'
import { aProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { aModelFault } from '@/tests/support/sandbox/model'

const added = { content_type: null, channel: null, source: 'manual' as const, approved: true }

test('a caption is added, edited, unapproved and deleted', async () => {
  const { api, projectId } = await aProject()
  const made = await api.post(addCorpusCaptions, { id: projectId, caption: ' Fresh bread ', channel: 'x' })
  const [bread] = made.captions
  const identity = {
    ...{ id: bread?.id, project_id: projectId, embedded: true },
    ...{ created_at: bread?.created_at, updated_at: bread?.updated_at },
  }
  expect(made).toEqual({ captions: [{ ...identity, ...added, caption: 'Fresh bread', channel: 'x' }], created: 1 })
  const id = bread?.id ?? ''
  const edited = await api.patch(updateCorpusCaption, {
    ...{ id, caption: 'Stale bread', content_type: 'offers', channel: null, approved: false },
  })
  expect(edited).toEqual({
    ...{ ...identity, ...added, updated_at: edited.updated_at },
    ...{ caption: 'Stale bread', content_type: 'offers', approved: false },
  })
  expect(edited.updated_at > (bread?.updated_at ?? '')).toBe(true)
  expect((await api.get(listCorpusCaptions, { id: projectId })).captions).toEqual([edited])
  expect(await api.get(getCorpusCaption, { id })).toEqual(edited)
  expect(await api.delete(deleteCorpusCaption, { id })).toEqual({ ok: true })
  expect((await api.refused(deleteCorpusCaption, { id })).status).toBe(404)
})

test('lists newest first, by page, approval, source, pillar and channel', async () => {
  const { api, projectId: id } = await aProject()
  const { captions } = await api.post(addCorpusCaptions, {
    id,
    captions: [
      { caption: 'One', source: 'seed' },
      { caption: 'Two', content_type: 'offers', channel: 'x' },
      { caption: 'Three', approved: false },
    ],
  })
  const [one, two, three] = captions
  const first = await api.get(listCorpusCaptions, { id, limit: 2 })
  expect(first.captions).toEqual([three, two])
  const second = await api.get(listCorpusCaptions, { id, limit: 2, cursor: first.next_cursor ?? undefined })
  expect(second).toEqual({ captions: [one], next_cursor: null })
  const matching = async (filter: object) => (await api.get(listCorpusCaptions, { id, ...filter })).captions
  expect(await matching({ approved: 'false' })).toEqual([three])
  expect(await matching({ approved: 'true' })).toEqual([two, one])
  expect(await matching({ source: 'seed' })).toEqual([one])
  expect(await matching({ content_type: 'offers' })).toEqual([two])
  expect(await matching({ channel: 'x' })).toEqual([two])
})

test('a text is stored once, and adding an unapproved one approves it', async () => {
  const { api, projectId: id } = await aProject()
  const { captions } = await api.post(addCorpusCaptions, {
    id,
    captions: [{ caption: 'Fresh bread', approved: false }, { caption: 'FRESH  bread' }, { caption: 'Cake' }],
  })
  expect(captions.map(({ caption, approved }) => [caption, approved])).toEqual([
    ['Fresh bread', true],
    ['Cake', true],
  ])
  const [bread, cake] = captions
  const again = await api.post(addCorpusCaptions, { id, caption: '𝐅𝐫𝐞𝐬𝐡 bread', approved: false })
  expect(again).toEqual({ captions: [bread], created: 0 })
  const taken = await api.refused(updateCorpusCaption, { id: cake?.id, caption: 'fresh BREAD' })
  expect(taken).toMatchObject({ status: 409, error: { message: 'Another caption of the corpus has this text.' } })
  // A different spelling of the same text is no conflict with itself.
  expect(await api.patch(updateCorpusCaption, { id: bread?.id ?? '', caption: 'fresh bread' })).toMatchObject({
    caption: 'fresh bread',
  })
  const racing = await Promise.all(
    Array.from({ length: 8 }, () => api.post(addCorpusCaptions, { id, caption: 'Race' })),
  )
  expect(racing.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  expect(new Set(racing.map(({ captions: [one] }) => one?.id)).size).toBe(1)
})

test('each bad member is named', async () => {
  const { api, projectId: id } = await aProject()
  const pathsOf = async (body: object): Promise<string[] | undefined> =>
    (await api.refused(addCorpusCaptions, { id, ...body })).error.issues?.map(({ path }) => path).sort()
  expect(await pathsOf({})).toEqual(['caption'])
  expect(await pathsOf({ caption: ' \u200b', source: 'published', channel: 'bebo', text: 1 })).toEqual(
    ['caption', 'channel', 'source', 'text'].sort(),
  )
  expect(await pathsOf({ captions: [{ caption: 'One' }], channel: 'x' })).toEqual(['channel'])
  expect(await pathsOf({ captions: [{ caption: '𝐚'.repeat(5_001) }, {}] })).toEqual([
    'captions.0.caption',
    'captions.1.caption',
  ])
  expect(await pathsOf({ captions: Array(101).fill({ caption: 'One' }) })).toEqual(['captions'])
  const long = '𝐚'.repeat(5_000)
  expect((await api.post(addCorpusCaptions, { id, caption: long })).captions).toMatchObject([{ caption: long }])
})

test('a full corpus refuses new texts, and still returns existing ones', async () => {
  const { api, projectId: id } = await aProject()
  const { captions } = await api.post(addCorpusCaptions, { id, caption: 'Fresh bread' })
  for (let from = 1; from < 100_000; from += 20_000)
    await sql`
      insert into caption_corpus (id, project_id, caption, caption_hash, source, approved)
      select gen_random_uuid(), ${id}, n::text, sha256(n::text::bytea), 'seed', true
      from generate_series(${from}::int, least(${from + 19_999}::int, 99999)) n`.execute(database())
  expect(await api.refused(addCorpusCaptions, { id, caption: 'Cake' })).toMatchObject({
    status: 409,
    error: { message: 'A project can have 100,000 captions. Delete some you no longer use.' },
  })
  expect(await api.post(addCorpusCaptions, { id, caption: 'fresh bread' })).toEqual({ captions, created: 0 })
  await database().deleteFrom('caption_corpus').where('project_id', '=', id).execute()
})

test('several captions are approved, unapproved and deleted, without those of others', async () => {
  const [{ api, projectId: id }, other] = [await aProject(), await aProject()]
  const { captions } = await api.post(addCorpusCaptions, {
    id,
    captions: ['One', 'Two', 'Three'].map((caption) => ({ caption, approved: caption === 'One' })),
  })
  const theirs = await other.api.post(addCorpusCaptions, { id: other.projectId, caption: 'Theirs', approved: false })
  const ids = [...captions, ...theirs.captions].map((caption) => caption.id)
  const change = (action: 'approve' | 'unapprove' | 'delete', which = ids) =>
    api.post(changeCorpusCaptions, { id, action, ids: which })
  expect(await change('approve')).toEqual({ changed: 2 })
  expect(await change('unapprove', ids.slice(0, 1))).toEqual({ changed: 1 })
  expect((await api.get(listCorpusCaptions, { id, approved: 'true' })).captions.map(({ caption }) => caption)).toEqual([
    'Three',
    'Two',
  ])
  expect(await change('delete')).toEqual({ changed: 3 })
  expect((await other.api.get(listCorpusCaptions, { id: other.projectId })).captions).toMatchObject([
    { caption: 'Theirs', approved: false },
  ])
})

test('search finds by meaning, and by text while the model fails', async () => {
  const { api, projectId: id } = await aProject()
  const mark = randomUUID().slice(0, 8)
  await api.post(addCorpusCaptions, {
    id,
    captions: [
      { caption: `Freshly baked bread ${mark}` },
      { caption: `Insurance for your car ${mark}`, channel: 'x' },
      { caption: `Freshly baked breads ${mark}`, channel: 'threads', approved: false },
    ],
  })
  const find = async (filter: object = {}) => {
    const found = await api.get(searchCorpusCaptions, { id, q: `baked bread ${mark}`, ...filter })
    return [found.matched_by, found.captions.map(({ caption }) => caption.replace(` ${mark}`, ''))]
  }
  expect(await find()).toEqual(['meaning', ['Freshly baked bread', 'Freshly baked breads', 'Insurance for your car']])
  expect(await find({ approved: 'true', limit: 1 })).toEqual(['meaning', ['Freshly baked bread']])
  // A caption without a channel is for all channels.
  expect(await find({ channel: 'x' })).toEqual(['meaning', ['Freshly baked bread', 'Insurance for your car']])
  await aModelFault(mark, { fault: 'quota' })
  expect(await find()).toEqual(['text', ['Freshly baked bread']])
})

test('captions of published stories are added once, newest first', async () => {
  const { api, projectId: id } = await aProject()
  for (const [index, caption] of ['Oldest', 'Bread', 'Cake'].entries())
    await insertStory(database(), {
      ...{ projectId: id, channels: ['x'], caption, dueIn: -3_600 * (3 - index) },
      ...{ status: 'posted', storyStatus: 'published' },
    })
  await insertStory(database(), { projectId: id, channels: ['x'], caption: 'Draft', dueIn: 60, status: 'draft' })
  const two = await api.post(seedCorpus, { id, limit: 2 })
  expect(two).toEqual({ created: 2, checked: 2, ids: [expect.any(String), expect.any(String)] })
  // Undone, the stories can be copied again.
  expect(await api.call(changeCorpusCaptions, { id, action: 'undo_seed', ids: two.ids })).toEqual({ changed: 2 })
  expect((await api.get(listCorpusCaptions, { id })).captions).toEqual([])
  expect(await api.post(seedCorpus, { id, limit: 2 })).toMatchObject({ created: 2, checked: 2 })
  expect(await api.post(seedCorpus, { id })).toMatchObject({ created: 1, checked: 1 })
  expect(await api.post(seedCorpus, { id })).toEqual({ created: 0, checked: 0, ids: [] })
  const { captions } = await api.get(listCorpusCaptions, { id })
  expect(captions.map(({ caption, source, approved, channel }) => [caption, source, approved, channel])).toEqual([
    ['Oldest', 'published', false, 'x'],
    ['Cake', 'published', false, 'x'],
    ['Bread', 'published', false, 'x'],
  ])
})
