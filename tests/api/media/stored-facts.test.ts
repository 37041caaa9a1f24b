import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { createAsset, deleteAsset } from '@/lib/media/contract'
import { addUploadChunk, createUploadSession, finalizeUploadSession } from '@/lib/media/sessions/contract'
import { createStory } from '@/lib/stories/contract'
import { previewUnsaved } from '@/lib/stories/preview-contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { anImage } from './files'

const base64 = (bytes: Buffer): string => bytes.toString('base64')

const upload = async ({ api, projectId }: TestProject, bytes: Buffer): Promise<{ id: string; url: string }> => {
  const { asset, file_url } = await api.post(createAsset, { project_id: projectId, data_base64: base64(bytes) })
  return { id: asset.id, url: file_url }
}

const preview = async ({ api, projectId }: TestProject, urls: string[], more: object = {}) =>
  (
    await api.post(previewUnsaved, {
      project_id: projectId,
      caption: 'Bread',
      channels: ['instagram'],
      slides: urls.map((media_url) => ({ media_url })),
      ...more,
    } as never)
  ).channels.instagram

test('preview and creation warn about crops of newly uploaded images', async () => {
  const project = await aProject()
  const square = await upload(project, await anImage({ width: 400, height: 400 }))
  const wide = await upload(project, await anImage({ width: 600, height: 400 }))
  const urls = [square.url, wide.url]
  const shown = await preview(project, urls)
  expect(shown?.media).toMatchObject([
    { mime_type: 'image/png', width: 400, height: 400, cropped_to: null },
    { mime_type: 'image/png', width: 600, height: 400, cropped_to: 1 },
  ])
  expect(shown?.warnings).toMatchObject([{ code: 'media_cropped', field: 'slides.1' }])
  const story = { caption: 'Bread', channels: ['instagram'], slides: urls.map((media_url) => ({ media_url })) }
  expect((await project.api.post(createStory, story as never)).warnings).toMatchObject([{ code: 'media_cropped' }])
})

test('a file uploaded in chunks is checked too, with the error at its slide', async () => {
  const project = await aProject()
  const { api, projectId } = project
  const bytes = await anImage({ width: 900, height: 100 })
  const { session_id: id } = await api.post(createUploadSession, {
    project_id: projectId,
    filename: 'panorama.png',
    mime_type: 'image/png',
    total_size_bytes: bytes.length,
  })
  await api.post(addUploadChunk, { id, chunk_index: 0, data_base64: base64(bytes) })
  const { asset } = await api.post(finalizeUploadSession, { id })
  const story = { caption: 'Bread', channels: ['instagram'], media_url: asset.file_url }
  const error = { code: 'media_rule', channel: 'instagram' }
  expect((await api.post(createStory, story as never)).warnings).toMatchObject([{ field: 'slides.0', ...error }])
  const timed = { ...story, scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
  const refused = await api.refused(createStory, timed as never)
  expect(refused.error.issues).toMatchObject([{ path: 'slides.0', ...error }])
  // Another project has no facts about it.
  const other = await aProject()
  expect((await preview(other, [asset.file_url]))?.media).toMatchObject([{ width: null }])
})

test('stores the facts that networks get for a video, an SVG and a remote file', async () => {
  const project = await aProject()
  const video = await upload(project, await readFile(new URL('../../../sandbox/samples/wide.mp4', import.meta.url)))
  expect((await preview(project, [video.url], { post_type: 'reel' }))?.media).toMatchObject([
    { kind: 'video', width: 1280, height: 720, duration_seconds: 8 },
  ])
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M0 0h9"/></svg>')
  const drawn = await upload(project, drawing)
  expect((await preview(project, [drawn.url]))?.media).toMatchObject([{ width: 1600, height: 800 }])
  const source_url = `${inject('sandboxUrl')}/samples/meadow.png`
  await project.api.post(createAsset, { project_id: project.projectId, source_url })
  expect((await preview(project, [source_url]))?.media).toMatchObject([{ width: 1080, height: 1350 }])
})

test('stores rotated images upright, and forgets deleted ones', async () => {
  const project = await aProject()
  const sideways = await sharp(await anImage({ width: 600, height: 400 }))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id, url } = await upload(project, sideways)
  expect((await preview(project, [url]))?.media).toMatchObject([{ width: 400, height: 600 }])
  await project.api.delete(deleteAsset, { id })
  expect((await preview(project, [url]))?.media).toMatchObject([{ width: null, mime_type: null }])
})
