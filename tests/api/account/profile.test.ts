import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, inject, test } from 'vitest'
import { getAccount, updateAccount } from '@/lib/account/contract'
import { deletePhoto, putPhoto } from '@/lib/account/photo/contract'
import { listMembers } from '@/lib/members/contract'
import { aProject } from '@/tests/support/api/api'
import { type SessionApi, signedIn } from '@/tests/support/api/session'

const upload = (session: SessionApi, body: Uint8Array): Promise<Response> =>
  fetch(new URL(putPhoto.path, inject('productUrl')), {
    method: 'PUT',
    headers: { cookie: session.cookie, origin: inject('productUrl'), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  })

const image = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

async function photoOf(session: SessionApi, body: Uint8Array): Promise<string> {
  const answer = await upload(session, body)
  expect(answer.status, await answer.clone().text()).toBe(200)
  return putPhoto.answers[200].parse(await answer.json()).photo_url ?? ''
}

test('changes the name in member lists too, and refuses an empty name', async () => {
  const { userId, projectId } = await aProject()
  const session = await signedIn(userId)
  expect(await session.patch(updateAccount, { name: '  Ann Baker ' })).toMatchObject({ name: 'Ann Baker' })
  const { members } = await session.get(listMembers, { id: projectId })
  expect(members).toMatchObject([{ name: 'Ann Baker', photo_url: null }])
  expect((await session.refused(updateAccount, { name: ' ' })).error.issues).toMatchObject([{ path: 'name' }])
})

describe('the photo', () => {
  test('is stored as a square WebP without metadata at an unguessable path, and can be removed', async () => {
    const { userId, projectId } = await aProject()
    const session = await signedIn(userId)
    const sent = await image(600, 300)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .toBuffer()
    const url = await photoOf(session, sent)
    expect(new URL(url).pathname).toMatch(new RegExp(`^/media/${userId}/[\\w-]{22}\\.webp$`))
    const served = await fetch(url)
    expect(served.headers.get('content-type')).toBe('image/webp')
    const made = await sharp(Buffer.from(await served.arrayBuffer())).metadata()
    expect(made).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(made.exif).toBeUndefined()
    expect((await session.get(getAccount)).photo_url).toBe(url)
    expect((await session.get(listMembers, { id: projectId })).members).toMatchObject([{ photo_url: url }])

    const next = await photoOf(session, await image(10, 10).png().toBuffer())
    expect((await fetch(url)).status).toBe(404)
    expect((await session.delete(deletePhoto)).photo_url).toBeNull()
    expect((await fetch(next)).status).toBe(404)
  })

  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'), 415],
    ['a video', () => readFileSync('sandbox/samples/upright.mp4'), 415],
    ['text', () => Buffer.from('Fresh bread'), 415],
    [
      'a truncated image',
      async () => (await image(900, 900).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 9_000),
      400,
    ],
    ['more than 50 megapixels', () => image(8_000, 7_000).png({ compressionLevel: 9 }).toBuffer(), 400],
    ['an empty body', () => Buffer.alloc(0), 400],
  ])('refuses %s', async (_, make, status) => {
    const session = await signedIn((await aProject()).userId)
    const answer = await upload(session, await make())
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining('"error"')])
    expect((await session.get(getAccount)).photo_url).toBeNull()
  })
})
