import sharp from 'sharp'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset, deleteAsset, getAsset } from '@/lib/media/contract'
import { setAssetPoster } from '@/lib/media/posters/contract'
import { findOrMakeThumbnail } from '@/lib/thumbnails/service'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { aVideo } from '../media-uploads/resumable-files'
import { filesOf } from '../media-uploads/uploads'
import { anImage } from './files'

const send = ({ api, token }: TestProject, id: string, bytes: Buffer) =>
  fetch(new URL(setAssetPoster.path.replace(':id', id), api.baseUrl), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(bytes),
  })

test('a video gets a cover, which is also its thumbnail', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const { asset } = await api.post(createAsset, { data_base64: aVideo().toString('base64') })
  expect([asset.poster_url, asset.preview_url]).toEqual([null, null])
  const first = await send(project, asset.id, await anImage({ width: 2_000, height: 1_000 }))
  const saved = setAssetPoster.answers[200].parse(await first.json())
  const poster = Buffer.from(await (await fetch(saved.poster_url ?? '')).arrayBuffer())
  expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 1_920, height: 960 })
  const preview = Buffer.from(await (await fetch(saved.preview_url ?? '')).arrayBuffer())
  expect(preview.length).toBeLessThanOrEqual(10_000)
  const path = await findOrMakeThumbnail(database(), projectId, { url: asset.file_url, size: 'small' })
  expect(saved.preview_url?.endsWith(path ?? '-')).toBe(true)

  const second = setAssetPoster.answers[200].parse(await (await send(project, asset.id, await anImage())).json())
  expect(second.poster_url).not.toBe(saved.poster_url)
  expect(await api.get(getAsset, { id: asset.id })).toEqual(second)
  expect(await filesOf(project)).toHaveLength(3)
  await api.delete(deleteAsset, { id: asset.id })
  expect(await filesOf(project)).toEqual([])
})

test('a cover must be an image, and only videos have one', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const video = await project.api.post(createAsset, { data_base64: aVideo().toString('base64') })
  const image = await project.api.post(createAsset, { data_base64: (await anImage()).toString('base64') })
  const answers = [
    await send(project, video.asset.id, aVideo()),
    await send(project, image.asset.id, await anImage()),
    await send(other, video.asset.id, await anImage()),
  ]
  const errors = await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).error.message]))
  expect(errors).toEqual([
    [415, 'A cover must be a JPEG, PNG or WebP, but this is video/mp4.'],
    [409, 'Only videos have a cover image. An image is its own preview.'],
    [404, 'No such asset.'],
  ])
})
