import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, listAssetStories } from '@/lib/media/contract'
import { replaceAsset } from '@/lib/media/replacing/contract'
import { createStory, getStory } from '@/lib/stories/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { anImage } from './files'

const anAsset = async ({ api }: TestProject) =>
  (await api.post(createAsset, { data_base64: (await anImage()).toString('base64') })).asset

test('replaces a file in drafts, keeps published stories, and can be taken back', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const [old, next, kept] = [await anAsset(project), await anAsset(project), await anAsset(project)]
  const slides = [{ media_url: kept.file_url }, { media_url: old.file_url, alt_text: 'Rye' }]
  const channel_overrides = { x: { caption: 'Short', media_urls: [old.file_url] } }
  const { story } = await api.post(createStory, { caption: 'Bread', channels: ['x'], slides, channel_overrides })
  const published = { status: 'posted', storyStatus: 'published', slides: [{ media_url: old.file_url }] } as const
  const { storyId: posted } = await insertStory(database(), {
    ...{ projectId, channels: ['x'], caption: 'Posted' },
    ...published,
    slides: [...published.slides],
  })
  expect(await api.post(replaceAsset, { id: old.id, with_id: next.id })).toEqual({ replaced: [story.id], refused: [] })
  const shown = await api.get(getStory, { id: story.id })
  expect(shown.slides.map(({ media_url, alt_text }) => [media_url, alt_text ?? null])).toEqual([
    [kept.file_url, null],
    [next.file_url, 'Rye'],
  ])
  expect(JSON.stringify(shown.channel_overrides)).toBe(
    JSON.stringify(story.channel_overrides).replaceAll(old.file_url, next.file_url),
  )
  const usersOf = async (id: string) => (await api.get(listAssetStories, { id })).stories.map((one) => one.id)
  expect([await usersOf(old.id), await usersOf(next.id)]).toEqual([[posted], [story.id]])
  await api.post(replaceAsset, { id: next.id, with_id: old.id, story_ids: [story.id] })
  expect((await api.get(getStory, { id: story.id })).slides).toEqual(story.slides)
  const foreign = await anAsset(await aProject())
  const { error } = await api.refused(replaceAsset, { id: old.id, with_id: foreign.id })
  expect(error.issues).toEqual([{ path: 'with_id', code: 'not_found', message: 'is not a file of this project.' }])
})
