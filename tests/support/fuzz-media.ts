import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import type { FileBody } from '@/lib/api/contract'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { pathFor } from '@/lib/storage/path'
import type { Caller } from './faults'

/** Assets that requests can be about, and files in the forms in which requests carry them. */
export type MediaPools = Record<'asset' | 'picture' | 'base64', string[]>

const aPicture = (hue: number): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 7, channels: 3, background: { r: hue, g: 99, b: 3 } } })
    .png()
    .toBuffer()

/** Pictures of every taken kind, and what only looks like one. */
export async function someFiles(): Promise<Buffer[]> {
  const film = await readFile(new URL('../../lib/sandbox/films/upright.mp4', import.meta.url))
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><script/><rect width="4"/></svg>',
  )
  return [await aPicture(1), await aPicture(2), await aPicture(3), drawing, film, film.subarray(0, 2_000)]
}

export async function stockMedia(mine: Caller, theirs: Caller, sandboxUrl: string): Promise<MediaPools> {
  const anAsset = async ({ projectId }: Caller): Promise<string> => {
    const id = newId()
    const facts = { mime_type: 'image/png', file_size: 100, width: 9, height: 7, sha256: id, sent_sha256: id }
    const row = { id, project_id: projectId, name: 'Rye', path: pathFor(projectId, 'image/png'), ...facts }
    await database().insertInto('assets').values(row).execute()
    return id
  }
  const own = await Promise.all(Array.from({ length: 6 }, () => anAsset(mine)))
  const files = await someFiles()
  const sample = `${sandboxUrl}/samples/picture.webp`
  return {
    asset: [...own, await anAsset(theirs), newId()],
    picture: [sample, sample, `${sandboxUrl}/samples/lying.jpg`, `${sandboxUrl}/nothing.png`],
    base64: [...files.slice(0, 4).map((bytes) => bytes.toString('base64')), 'no base64'],
  }
}

export type SentFile = { bytes: Uint8Array; contentType: string }

/** A form whose one file is right, with fields that mostly are. */
function asForm(bytes: Buffer, fields: [string, string][]): SentFile {
  const parts = fields.map(
    ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const whole = Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from('\r\n--edge--\r\n')])
  return { bytes: whole, contentType: 'multipart/form-data; boundary=edge' }
}

/** Bodies with a file for an endpoint that takes one: whole ones, and ones that are cut off. */
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
