import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dropSpooled, spool } from '@/lib/api/spool'
import { database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { createAssetFromFile } from '@/lib/media/create-asset'
import { aProject } from '@/tests/support/api/api'
import { onePixel } from '@/tests/support/api/endpoint-inputs'

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** An image that has to be re-encoded because of its rotation. */
const rotated = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side - 20, channels: 3, background: '#fff' } })
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 1 })
    .toBuffer()

test('many large images of one project do not delay the upload of another', async () => {
  const [flooding, other] = [await aProject(), await aProject()]
  const large = await rotated(2_500)
  const done: string[] = []
  const upload = async (projectId: string, bytes: Buffer, name: string): Promise<void> => {
    const file = await spool(piecesOf(bytes), 10_000_000, { filename: null, declaredType: null })
    await createAssetFromFile(database(), projectId, file, { name }).finally(() => dropSpooled(file))
    done.push(name)
  }
  // Different bytes at the end, so that they are different assets.
  const flood = Array.from({ length: 8 }, (_, index) =>
    upload(flooding.projectId, Buffer.concat([large, Buffer.from([index])]), `large ${index}`),
  )
  await Promise.all([...flood, upload(other.projectId, Buffer.from(onePixel, 'base64'), 'small')])
  expect(done.indexOf('small'), done.join(', ')).toBeLessThan(4)
})

test('limits rotated images to 50 million pixels, upright ones to 100 million', async () => {
  const { api } = await aProject()
  const upload = (bytes: Buffer) => ({ data_base64: bytes.toString('base64') })
  const { error } = await api.refused(createAsset, upload(await rotated(7_100)))
  expect(error.issues).toEqual([
    {
      path: 'file',
      code: 'too_many_pixels',
      message:
        'is rotated by its EXIF orientation and has to be re-encoded, which works up to 50 million pixels. It has 50 million. Save it upright, or make it smaller.',
    },
  ])
  const upright = await sharp(await rotated(7_100))
    .keepIccProfile()
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect((await api.post(createAsset, upload(upright))).asset.width).toBe(7_100)
})
