import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boxesOf, readFacts } from './facts'
import { isIndexSane } from './film-index'

/** Holds that no film of a few kilobytes keeps the process busy for hours, and that films as they are pass. */

const films = ['upright', 'wide', 'long'] as const
const film = (name: (typeof films)[number]) => readFileSync(new URL(`../sandbox/films/${name}.mp4`, import.meta.url))

async function judged(bytes: Buffer) {
  const path = join(tmpdir(), `storycast-${randomUUID()}.mp4`)
  await writeFile(path, bytes)
  try {
    const isSane = await isIndexSane(path, await boxesOf(path))
    // The reader is not let near the others: it would not come back.
    return isSane ? (await readFacts(path, 'the film')).mime : 'refused'
  } finally {
    await rm(path)
  }
}

const box = (type: string, ...numbers: number[]) => {
  const bytes = Buffer.alloc(8 + numbers.length * 4)
  bytes.writeUInt32BE(bytes.length)
  bytes.write(type, 4, 'latin1')
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 8 + at * 4)
  return bytes
}
const around = (type: string, inner: Buffer) => {
  const bytes = Buffer.concat([box(type), inner])
  bytes.writeUInt32BE(bytes.length)
  return bytes
}
const billions = 0xffff_fff0

test.each(films)('the film %s passes', async (name) => {
  expect(await judged(film(name))).toBe('video/mp4')
})

test('a chunk of billions does not', async () => {
  const bytes = film('long')
  bytes.writeUInt32BE(billions, bytes.indexOf('stsc', 0, 'latin1') + 16)
  expect(await judged(bytes)).toBe('refused')
})

test.each([
  [
    'pictures in another order',
    'moov',
    around('stbl', Buffer.concat([box('stts', 0, 1, billions, 1), box('ctts', 0, 1, 1, 0)])),
  ],
  ['shifts of pictures', 'moov', around('stbl', box('ctts', 0, 2, 999_999, 0, 2, 0))],
  ['pictures of a part', 'moof', around('traf', box('trun', 0, billions))],
] as const)('billions of %s do not', async (_, type, tables) => {
  expect(await judged(Buffer.concat([film('long'), around(type, tables)]))).toBe('refused')
})

test('tables in tables do not', async () => {
  const table = box('stsc', 0, 0xffff_ffff, 1, 1, 1)
  const tables = around('moov', Buffer.concat(Array.from({ length: 4_000 }, () => table)))
  expect(await judged(Buffer.concat([film('long'), tables]))).toBe('refused')
})

test('plain sound of an hour does', async () => {
  const sound = around('stbl', Buffer.concat([box('stts', 0, 1, 172_800_000, 1), box('stsc', 0, 1, 1, 48_000, 1)]))
  expect(await judged(Buffer.concat([film('long'), around('moov', sound)]))).toBe('video/mp4')
})
