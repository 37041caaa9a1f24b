import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, editAsset, getAsset, listAssets } from '@/lib/media/contract'
import { makePreviews } from '@/lib/media/previews'
import { storage } from '@/lib/storage/storage'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { insertStory } from '@/tests/support/database/story-rows'
import { anImage } from './files'

const anAsset = async ({ api }: TestProject, more: object = {}) =>
  (await api.post(createAsset, { data_base64: (await anImage()).toString('base64'), ...more })).asset

test('lists assets newest first, with pages and filters', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const [rye, wheat, video] = [
    await anAsset(project, { name: 'Rye_100%', category: 'bread', tags: ['a', 'b'] }),
    await anAsset(project, { name: 'Wheat 100', tags: ['b'] }),
    await anAsset(project, { name: 'A video' }),
  ]
  await database().updateTable('assets').set({ mime_type: 'video/mp4' }).where('id', '=', video.id).execute()
  const idsOf = async (query: object) => (await api.get(listAssets, query as never)).assets.map(({ id }) => id)
  expect(await idsOf({ project_id: projectId })).toEqual([video.id, wheat.id, rye.id])
  expect(await idsOf({ category: 'bread' })).toEqual([rye.id])
  expect(await idsOf({ tag: 'b' })).toEqual([wheat.id, rye.id])
  expect(await idsOf({ tag: 'b', search: 'WHEAT' })).toEqual([wheat.id])
  expect(await idsOf({ search: '_100%' })).toEqual([rye.id])
  expect(await idsOf({ type: 'video' })).toEqual([video.id])
  expect(await idsOf({ type: 'image' })).toEqual([wheat.id, rye.id])
  const first = await api.get(listAssets, { limit: 2 })
  expect(first.assets.map(({ id }) => id)).toEqual([video.id, wheat.id])
  const second = await api.get(listAssets, { limit: 2, cursor: first.next_cursor ?? '' })
  expect([second.assets.map(({ id }) => id), second.next_cursor]).toEqual([[rye.id], null])
  expect((await (await aProject()).api.get(listAssets)).assets).toEqual([])
})

test('gets and edits an asset', async () => {
  const project = await aProject()
  const { api } = project
  const asset = await anAsset(project, { name: 'Rye', category: 'bread', tags: ['a'] })
  expect(await api.get(getAsset, { id: asset.id })).toEqual(asset)
  expect(await api.patch(editAsset, { id: asset.id, name: ' Wheat ' })).toEqual({ ...asset, name: 'Wheat' })
  expect(await api.patch(editAsset, { id: asset.id, category: null, tags: ['b', 'b', 'c'] })).toEqual({
    ...asset,
    name: 'Wheat',
    category: null,
    tags: ['b', 'c'],
  })
  expect(await api.patch(editAsset, { id: asset.id })).toMatchObject({ name: 'Wheat', tags: ['b', 'c'] })
  const { error } = await api.refused(editAsset, { id: asset.id, name: ' ', mime_type: 'image/png' })
  expect(error.issues?.map(({ path }) => path)).toEqual(['name', 'mime_type'])
})

test('creates one preview with the same aspect ratio', async () => {
  const project = await aProject()
  const sharp = (await import('sharp')).default
  const plain = sharp({ create: { width: 900, height: 300, channels: 3, background: '#a63' } })
  const large = await anAsset(project, { data_base64: (await plain.png().toBuffer()).toString('base64') })
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 8"><rect width="4" height="8"/></svg>'
  const small = await anAsset(project)
  const drawn = await anAsset(project, { data_base64: Buffer.from(drawing).toString('base64') })
  await makePreviews(database())
  const sizeOf = async (id: string) => {
    const { preview_url } = await project.api.get(getAsset, { id })
    const answer = await fetch(preview_url ?? '')
    const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [answer.headers.get('content-type'), format, width, height]
  }
  expect(await sizeOf(large.id)).toEqual(['image/webp', 'webp', 480, 160])
  expect(await sizeOf(drawn.id)).toEqual(['image/webp', 'webp', 240, 480])
  expect(await sizeOf(small.id)).toEqual(['image/webp', 'webp', 40, 30])
  const { preview_url } = await project.api.get(getAsset, { id: large.id })
  await makePreviews(database())
  expect((await project.api.get(getAsset, { id: large.id })).preview_url).toBe(preview_url)
})

test('gives up on a preview after three attempts', async () => {
  const project = await aProject()
  const asset = await anAsset(project)
  const { path } = await database()
    .selectFrom('assets')
    .select('path')
    .where('id', '=', asset.id)
    .executeTakeFirstOrThrow()
  await storage().delete(path ?? '')
  await makePreviews(database())
  const row = await database()
    .selectFrom('assets')
    .select(['preview_tries', 'preview_path'])
    .where('id', '=', asset.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ preview_tries: 3, preview_path: null })
})

test('deletes an asset with its bytes and preview', async () => {
  const project = await aProject()
  const { api } = project
  const asset = await anAsset(project)
  await makePreviews(database())
  const shown = await api.get(getAsset, { id: asset.id })
  expect((await fetch(shown.preview_url ?? '')).status).toBe(200)
  expect((await api.delete(deleteAsset, { id: asset.id })).asset).toEqual(shown)
  expect((await api.refused(getAsset, { id: asset.id })).status).toBe(404)
  expect((await api.refused(deleteAsset, { id: asset.id })).status).toBe(404)
  for (const url of [shown.file_url, shown.preview_url ?? '']) expect((await fetch(url)).status).toBe(404)
})

test.each([
  ['draft', 409],
  ['scheduled', 409],
  ['partial', 409],
  ['failed', 409],
  ['published', 200],
  ['cancelled', 200],
  ['archived', 200],
] as const)('deleting an asset used in a story that is %s: %i', async (storyStatus, status) => {
  const project = await aProject()
  const { api, projectId } = project
  const [slide, override, other] = [await anAsset(project), await anAsset(project), await anAsset(project)]
  const { storyId } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'Rye',
    storyStatus,
    slides: [{ media_url: slide.file_url }],
    overrides: { x: { media_urls: [override.file_url], slides: [{ media_url: `${other.file_url}?longer` }] } },
  })
  for (const asset of [slide, override]) {
    const answer = await api.send(deleteAsset, { id: asset.id })
    expect([answer.status, (await api.send(getAsset, { id: asset.id })).status]).toEqual([
      status,
      status === 409 ? 200 : 404,
    ])
    if (status !== 409) continue
    expect(await answer.json()).toEqual({
      error: {
        code: 'conflict',
        message: `This file is used in an unpublished story: ${storyId}. Remove it there, or send force=true.`,
        stories: [storyId],
      },
    })
    await api.delete(deleteAsset, { id: asset.id, force: 'true' })
    expect((await api.refused(getAsset, { id: asset.id })).status).toBe(404)
  }
  await api.delete(deleteAsset, { id: other.id })
})
