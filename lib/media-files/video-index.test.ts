import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outerBoxesOf, withFileSource } from './boxes'
import { readFacts } from './facts'
import { isIndexWithinLimits } from './video-index'

const videos = ['upright', 'wide', 'long'] as const
const video = (name: (typeof videos)[number]) =>
  readFileSync(new URL(`../../sandbox/samples/${name}.mp4`, import.meta.url))

async function check(bytes: Buffer) {
  const path = join(tmpdir(), `storycast-${randomUUID()}.mp4`)
  await writeFile(path, bytes)
  try {
    const isSane = await withFileSource(path, async (source) =>
      isIndexWithinLimits(source, (await outerBoxesOf(source)) ?? []),
    )
    // mediabunny would not return for the others.
    return isSane ? (await readFacts(path, 'the video')).mime : 'refused'
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

test.each(videos)('accepts %s', async (name) => {
  expect(await check(video(name))).toBe('video/mp4')
})

test('refuses a chunk with billions of samples', async () => {
  const bytes = video('long')
  bytes.writeUInt32BE(billions, bytes.indexOf('stsc', 0, 'latin1') + 16)
  expect(await check(bytes)).toBe('refused')
})

test.each([
  [
    'reordered samples',
    'moov',
    around('stbl', Buffer.concat([box('stts', 0, 1, billions, 1), box('ctts', 0, 1, 1, 0)])),
  ],
  ['composition offsets', 'moov', around('stbl', box('ctts', 0, 2, 999_999, 0, 2, 0))],
  ['fragment samples', 'moof', around('traf', box('trun', 0, billions))],
] as const)('refuses billions of %s', async (_, type, tables) => {
  expect(await check(Buffer.concat([video('long'), around(type, tables)]))).toBe('refused')
})

test('refuses overlapping tables', async () => {
  const table = box('stsc', 0, 0xffff_ffff, 1, 1, 1)
  const tables = around('moov', Buffer.concat(Array.from({ length: 4_000 }, () => table)))
  expect(await check(Buffer.concat([video('long'), tables]))).toBe('refused')
})

test('accepts an hour of uncompressed audio', async () => {
  const audio = around('stbl', Buffer.concat([box('stts', 0, 1, 172_800_000, 1), box('stsc', 0, 1, 1, 48_000, 1)]))
  expect(await check(Buffer.concat([video('long'), around('moov', audio)]))).toBe('video/mp4')
})
