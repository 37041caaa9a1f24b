import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createAsset } from '@/lib/media/contract'
import { thumbnailBytesMax } from '@/lib/thumbnails/encode'
import { serveThumbnail } from '@/lib/thumbnails/serve'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { anImage } from './files'

/** Opens the thumbnail like the dashboard of this user. */
async function openThumbnail(userId: string | null, query: Record<string, string>): Promise<Response> {
  const cookie = userId ? (await signedIn(userId)).cookie : ''
  const address = `http://localhost/media/thumbnail?${new URLSearchParams(query)}`
  return serveThumbnail(new Request(address, { headers: { cookie } }))
}

async function aPhoto(project: TestProject): Promise<{ url: string; bytes: number }> {
  const photo = await anImage({ width: 1_200, height: 800 })
  const { file_url } = await project.api.post(createAsset, { data_base64: photo.toString('base64') })
  return { url: file_url, bytes: photo.length }
}

test('an image is shown as a small WebP that browsers keep', async () => {
  const project = await aProject()
  const { url, bytes } = await aPhoto(project)
  expect(bytes).toBeGreaterThan(10 * thumbnailBytesMax)
  const query = { project_id: project.projectId, url }
  const answers = await Promise.all([openThumbnail(project.userId, query), openThumbnail(project.userId, query)])
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const thumbnail = Buffer.from(await answer.arrayBuffer())
    expect(thumbnail.length).toBeLessThanOrEqual(thumbnailBytesMax)
    const { format, width, height } = await sharp(thumbnail).metadata()
    expect([format, width / height]).toEqual(['webp', 1.5])
  }
})

test('a large view is a WebP of at most 1,600 pixels a side', async () => {
  const project = await aProject()
  const photo = await anImage({ width: 2_400, height: 1_200 })
  const { file_url: url } = await project.api.post(createAsset, { data_base64: photo.toString('base64') })
  const query = { project_id: project.projectId, url, size: 'large' }
  for (let time = 0; time < 2; time++) {
    const answer = await openThumbnail(project.userId, query)
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([answer.status, format, width, height]).toEqual([200, 'webp', 1_600, 800])
  }
})

test('only members see thumbnails, and only of images', async () => {
  const [project, other] = [await aProject(), await aProject()]
  const { url } = await aPhoto(project)
  const statusFor = async (userId: string | null, query: Record<string, string>): Promise<number> =>
    (await openThumbnail(userId, { project_id: project.projectId, url, ...query })).status
  expect(await statusFor(null, {})).toBe(401)
  expect(await statusFor(other.userId, {})).toBe(404)
  expect(await statusFor(project.userId, { project_id: 'x' })).toBe(400)
  expect(await statusFor(project.userId, { url: 'file:///etc/passwd' })).toBe(400)
  // An internal address is never fetched.
  expect(await statusFor(project.userId, { url: 'http://169.254.169.254/latest/meta-data' })).toBe(404)
})
