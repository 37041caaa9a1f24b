import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, editAsset, listAssetStories, listAssets, listAssetTags } from '@/lib/media/contract'
import type { AssetSort } from '@/lib/media-files/types'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { anImage } from './files'

const anAsset = async ({ api }: TestProject, more: object = {}) =>
  (await api.post(createAsset, { data_base64: (await anImage()).toString('base64'), ...more })).asset

test('searches word prefixes in names, categories and tags', async () => {
  const project = await aProject()
  const { api } = project
  const phone = await anAsset(project, { name: 'IMG_2041.jpg', tags: ['Brötchen', 'summer-sale'] })
  const camera = await anAsset(project, { name: 'DSC-0007 final(2).PNG', category: 'Autumn bread' })
  const namesOf = async (q: string) => (await api.get(listAssets, { q })).assets.map(({ id }) => id)
  expect(await namesOf('img')).toEqual([phone.id])
  expect(await namesOf('2041')).toEqual([phone.id])
  expect(await namesOf('IMG2041')).toEqual([phone.id])
  expect(await namesOf('brötch')).toEqual([phone.id])
  expect(await namesOf('sale img')).toEqual([phone.id])
  expect(await namesOf('fin')).toEqual([camera.id])
  expect(await namesOf('dsc 0007')).toEqual([camera.id])
  expect(await namesOf('autumn')).toEqual([camera.id])
  expect(await namesOf('inal')).toEqual([])
  expect(await namesOf("' | img:*")).toEqual([phone.id])
  await api.patch(editAsset, { id: camera.id, tags: ['rye'] })
  expect(await namesOf('rye')).toEqual([camera.id])
  const { error } = await api.refused(listAssets, { q: ' –!' })
  expect(error.issues).toMatchObject([{ path: 'q', message: 'needs a letter or a digit' }])
})

test('sorts by age, name and size, with pages', async () => {
  const project = await aProject()
  const { api } = project
  const ids: string[] = []
  for (const [name, width] of [
    ['b.png', 9],
    ['Ä.png', 30],
    ['A.png', 30],
    ['a.png', 4],
  ] as const) {
    const data_base64 = (await anImage({ width, height: width })).toString('base64')
    ids.push((await anAsset(project, { data_base64, name })).id)
  }
  const sizes = { 0: 200, 1: 900, 2: 900, 3: 100 }
  for (const [at, file_size] of Object.entries(sizes))
    await database()
      .updateTable('assets')
      .set({ file_size })
      .where('id', '=', ids[Number(at)] ?? '')
      .execute()
  // With one file per page every cursor is used.
  const inOrder = async (sort: AssetSort): Promise<number[]> => {
    const found: number[] = []
    let cursor: string | undefined
    do {
      const page = await api.get(listAssets, { sort, limit: 1, cursor })
      found.push(...page.assets.map(({ id }) => ids.indexOf(id)))
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    return found
  }
  expect(await inOrder('newest')).toEqual([3, 2, 1, 0])
  expect(await inOrder('oldest')).toEqual([0, 1, 2, 3])
  expect(await inOrder('name')).toEqual([2, 3, 0, 1])
  expect(await inOrder('size')).toEqual([2, 1, 0, 3])

  const { next_cursor: cursor } = await api.get(listAssets, { sort: 'name', limit: 1 })
  expect((await api.refused(listAssets, { sort: 'size', cursor })).error.issues).toMatchObject([
    { path: 'cursor', message: 'The cursor is of another `sort`. Omit it to get the first page.' },
  ])
  expect((await api.refused(listAssets, { sort: 'color' })).error.issues).toMatchObject([
    { path: 'sort', message: 'must be newest, oldest, name or size' },
  ])
})

test('keeps an alt text, and fills it in from a repeated upload', async () => {
  const project = await aProject()
  const { api } = project
  const data_base64 = (await anImage()).toString('base64')
  const { id, alt_text: before } = await anAsset(project, { data_base64 })
  expect(before).toBe(null)
  expect(await anAsset(project, { data_base64, alt_text: ' A loaf. ' })).toMatchObject({ id, alt_text: 'A loaf.' })
  expect(await anAsset(project, { data_base64, alt_text: 'Another' })).toMatchObject({ id, alt_text: 'A loaf.' })
  const edit = async (alt_text: string | null) => (await api.patch(editAsset, { id, alt_text })).alt_text
  expect(await edit('x'.repeat(5_000))).toHaveLength(5_000)
  expect((await api.refused(editAsset, { id, alt_text: 'x'.repeat(5_001) })).error.issues).toMatchObject([
    { path: 'alt_text' },
  ])
  expect(await edit(' ')).toBe(null)
})

test('filters by kind', async () => {
  const project = await aProject()
  const { api } = project
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 8"><rect width="4" height="8"/></svg>'
  const drawn = await anAsset(project, { data_base64: Buffer.from(drawing).toString('base64') })
  const [video, image] = [await anAsset(project), await anAsset(project)]
  await database().updateTable('assets').set({ mime_type: 'video/mp4' }).where('id', '=', video.id).execute()
  const idsOf = async (kind: 'picture' | 'film' | 'drawing') =>
    (await api.get(listAssets, { kind })).assets.map(({ id }) => id)
  expect([await idsOf('picture'), await idsOf('film'), await idsOf('drawing')]).toEqual([
    [image.id],
    [video.id],
    [drawn.id],
  ])
  expect((await api.refused(listAssets, { kind: 'gif' })).error.issues?.[0]?.path).toBe('kind')
})

test('counts tags and categories, most used first', async () => {
  const [project, other] = [await aProject(), await aProject()]
  await anAsset(project, { tags: ['rye', 'autumn'], category: 'bread' })
  await anAsset(project, { tags: ['rye'] })
  await anAsset(other, { tags: ['theirs'], category: 'theirs' })
  expect(await project.api.get(listAssetTags)).toEqual({
    tags: [
      { tag: 'rye', count: 2 },
      { tag: 'autumn', count: 1 },
    ],
    categories: [{ category: 'bread', count: 1 }],
  })
})

test('lists the stories that use a file, newest first, with pages', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { api, projectId } = project
  const asset = await anAsset(project)
  const url = asset.file_url
  const story = (id: string, caption: string, more: object = {}) =>
    insertStory(database(), { projectId: id, channels: ['x'], caption, status: 'draft', storyStatus: 'draft', ...more })
  const slide = await story(projectId, 'Rye '.repeat(100), { title: 'In a slide', slides: [{ media_url: url }] })
  const published = await story(projectId, 'Out', { storyStatus: 'published', overrides: { x: { media_urls: [url] } } })
  const cover = await story(projectId, 'Cover', { overrides: { instagram: { cover_image_url: url } } })
  await story(projectId, `Mentions ${url} only in its text`)
  await story(projectId, 'Longer', { slides: [{ media_url: `${url}?longer` }] })
  await story(other.projectId, 'Theirs', { slides: [{ media_url: url }] })
  const first = await api.get(listAssetStories, { id: asset.id, limit: 2 })
  expect(first.stories.map(({ id, status }) => [id, status])).toEqual([
    [cover.storyId, 'draft'],
    [published.storyId, 'published'],
  ])
  const second = await api.get(listAssetStories, { id: asset.id, limit: 2, cursor: first.next_cursor ?? '' })
  expect(second).toEqual({
    stories: [
      {
        id: slide.storyId,
        title: 'In a slide',
        caption: 'Rye '.repeat(50),
        status: 'draft',
        waits_for_approval: false,
        scheduled_at: expect.any(String),
        published_at: null,
      },
    ],
    next_cursor: null,
  })
  const refused = await api.refused(deleteAsset, { id: asset.id })
  expect(refused.error.stories).toEqual([slide.storyId, cover.storyId])
  expect((await other.api.refused(listAssetStories, { id: asset.id })).status).toBe(404)
})
