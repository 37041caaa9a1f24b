import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aSandbox } from './support'

/** The samples match their names. Other tests depend on their defects. */

const get = async (path: string, init?: RequestInit) => {
  const sandbox = await aSandbox()
  const answer = await fetch(`${sandbox.url}/samples/${path}`, init)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()), url: sandbox.url }
}

test.each([
  ['huge.jpg', 'image/jpeg', { format: 'jpeg' }],
  ['rotated.jpg', 'image/jpeg', { format: 'jpeg', width: 1000, height: 800, orientation: 6 }],
  ['panorama.jpg', 'image/jpeg', { width: 3000, height: 600 }],
  ['image.webp', 'image/webp', { format: 'webp' }],
  ['lying.jpg', 'image/jpeg', { format: 'png' }],
  ['tide.gif', 'image/gif', { format: 'gif', width: 320, pages: 8 }],
])('%s has the type %s and the expected content', async (name, type, expected) => {
  const { answer, bytes } = await get(name)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await sharp(bytes).metadata()).toMatchObject(expected)
  if (name === 'huge.jpg') expect(bytes.length).toBeGreaterThan(8 * 1024 * 1024)
  if (name === 'rotated.jpg') expect((await sharp(bytes).metadata()).exif?.includes('Storycast')).toBe(true)
})

test('serves a video in ranges', async () => {
  const whole = await get('wide.mp4')
  expect([whole.answer.status, whole.answer.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  const part = await get('wide.mp4', { headers: { range: 'bytes=100-199' } })
  expect(part.answer.status).toBe(206)
  expect(part.answer.headers.get('content-range')).toBe(`bytes 100-199/${whole.bytes.length}`)
  expect(part.bytes.equals(whole.bytes.subarray(100, 200))).toBe(true)
  const beyond = await get('wide.mp4', { headers: { range: 'bytes=99999999-' } })
  expect([beyond.answer.status, beyond.bytes.length]).toEqual([416, 0])
})

test('serves gone.jpg once per query', async () => {
  const sandbox = await aSandbox()
  const status = async (query: string) => (await fetch(`${sandbox.url}/samples/gone.jpg?${query}`)).status
  expect([await status('a'), await status('a'), await status('b'), await status('a')]).toEqual([200, 404, 200, 404])
})
