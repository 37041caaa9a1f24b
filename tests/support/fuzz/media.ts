import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import type { FileBody } from '@/lib/api/contract'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { pathFor } from '@/lib/storage/path'
import type { Caller } from '../faults/callers'

/** Assets and files for generated requests. */
export type MediaPools = Record<'asset' | 'imageWithFile' | 'video' | 'image' | 'base64', string[]>

const anImage = (hue: number): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 7, channels: 3, background: { r: hue, g: 99, b: 3 } } })
    .png()
    .toBuffer()

/** Images of every supported type, and invalid ones. */
export async function someFiles(): Promise<Buffer[]> {
  const video = await readFile(new URL('../../../sandbox/samples/upright.mp4', import.meta.url))
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><script/><rect width="4"/></svg>',
  )
  return [await anImage(1), await anImage(2), await anImage(3), drawing, video, video.subarray(0, 2_000)]
}

export async function insertMedia(mine: Caller, theirs: Caller, sandboxUrl: string): Promise<MediaPools> {
  const sample = `${sandboxUrl}/samples/image.webp`
  const anAsset = async (
    { projectId }: Caller,
    sourceUrl: string | null = null,
    mimeType = 'image/png',
  ): Promise<string> => {
    const id = newId()
    const facts = { mime_type: mimeType, file_size: 100, width: 9, height: 7, sha256: id, sent_sha256: id }
    const place = sourceUrl ? { source_url: sourceUrl } : { path: pathFor(projectId, mimeType) }
    const row = { id, project_id: projectId, name: 'Rye', ...place, ...facts }
    await database().insertInto('assets').values(row).execute()
    return id
  }
  const own = await Promise.all(Array.from({ length: 6 }, () => anAsset(mine)))
  const files = await someFiles()
  return {
    asset: [...own, await anAsset(theirs), newId()],
    imageWithFile: [await anAsset(mine, sample), own[0] ?? newId(), newId()],
    video: [await anAsset(mine, null, 'video/mp4'), await anAsset(mine, null, 'video/mp4'), newId()],
    image: [sample, sample, `${sandboxUrl}/samples/lying.jpg`, `${sandboxUrl}/nothing.png`],
    base64: [...files.slice(0, 4).map((bytes) => bytes.toString('base64')), 'no base64'],
  }
}

export type SentFile = { bytes: Uint8Array; contentType: string }

/** A form with a valid file and mostly valid fields. */
function asForm(bytes: Buffer, fields: [string, string][]): SentFile {
  const parts = fields.map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const whole = Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from('\r\n--edge--\r\n')])
  return { bytes: whole, contentType: 'multipart/form-data; boundary=edge' }
}

/** Complete and truncated bodies with a file. */
export function fileBodies(body: FileBody, files: Buffer[], projects: string[]): fc.Arbitrary<SentFile> {
  const file = fc.constantFrom(...files)
  const isCut = fc.constantFrom(false, false, false, false, true)
  const whole =
    body.as === 'raw'
      ? fc.record({ bytes: file, contentType: fc.constantFrom(...body.types) })
      : fc
          .tuple(
            file,
            fc.constantFrom(...projects),
            fc.constantFrom<[string, string]>(['tags', 'a,b'], ['name', 'Rye'], ['x', '']),
          )
          .map(([bytes, project, extra]) => asForm(bytes, [['project_id', project], extra]))
  return fc.tuple(whole, isCut).map(([{ bytes, contentType }, cut]) => ({
    bytes: cut ? bytes.subarray(0, bytes.length >> 1) : bytes,
    contentType,
  }))
}
