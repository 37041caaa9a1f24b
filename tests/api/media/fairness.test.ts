import sharp from 'sharp'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { takeIn } from '@/lib/media/intake'
import { dropSpooled, spool } from '@/lib/media/spool'
import { aProject } from '@/tests/support/api'
import { onePixel } from '../edge/endpoint-inputs'

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A picture that has to be turned, and so decoded and encoded. */
const turned = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side - 20, channels: 3, background: '#fff' } })
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 1 })
    .toBuffer()

test('a flood of large pictures of one project does not hold up the upload of another', async () => {
  const [flooding, other] = [await aProject(), await aProject()]
  const large = await turned(2_500)
  const done: string[] = []
  const take = async (projectId: string, bytes: Buffer, name: string): Promise<void> => {
    const file = await spool(piecesOf(bytes), 10_000_000, { filename: null, declaredType: null })
    await takeIn(database(), projectId, file, { name }).finally(() => dropSpooled(file))
    done.push(name)
  }
  // Each has bytes of its own behind its end, or it would be known again.
  const flood = Array.from({ length: 8 }, (_, index) =>
    take(flooding.projectId, Buffer.concat([large, Buffer.from([index])]), `large ${index}`),
  )
  await Promise.all([...flood, take(other.projectId, Buffer.from(onePixel, 'base64'), 'small')])
  expect(done.indexOf('small'), done.join(', ')).toBeLessThan(4)
})

test('a picture that has to be turned may have 50 million pixels; upright it may have 100 million', async () => {
  const { api } = await aProject()
  const upload = (bytes: Buffer) => ({ data_base64: bytes.toString('base64') })
  const { error } = await api.refused(createAsset, upload(await turned(7_100)))
  expect(error.issues).toEqual([
    {
      path: 'file',
      code: 'too_many_pixels',
      message:
        'is turned by a note of the camera, and has to be encoded anew. That is done for up to 50 million pixels, and it has 50 million. Save it upright, or make it smaller.',
    },
  ])
  const upright = await sharp(await turned(7_100))
    .keepIccProfile()
    .png({ compressionLevel: 1 })
    .toBuffer()
  expect((await api.post(createAsset, upload(upright))).asset.width).toBe(7_100)
})
