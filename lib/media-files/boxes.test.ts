import { expect, test } from 'vitest'
import { type ByteSource, boxesIn, outerBoxes, outerBoxesOf } from './boxes'

const header = (size: number, type: string) => {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(size)
  bytes.write(type, 4, 'latin1')
  return bytes
}
const longHeader = (size: bigint, type: string) => {
  const bytes = Buffer.concat([header(1, type), Buffer.alloc(8)])
  bytes.writeBigUInt64BE(size, 8)
  return bytes
}
const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (start, length) => bytes.subarray(start, start + length),
})
const box = Buffer.concat([header(12, 'free'), Buffer.alloc(4)])

const cases: [what: string, bytes: Buffer, outer: string[], inner: string[]][] = [
  ['an empty file', Buffer.alloc(0), [], []],
  ['half a header', Buffer.concat([box, box.subarray(0, 6)]), ['free'], ['free']],
  [
    'a size of 0, which reaches to the end',
    Buffer.concat([box, header(0, 'mdat'), box]),
    ['free', 'mdat'],
    ['free', 'mdat'],
  ],
  ['a size below the header', Buffer.concat([header(4, 'moov'), box]), [], []],
  ['a box past the end', Buffer.concat([box, header(999, 'mdat')]), ['free', 'mdat'], ['free']],
  ['a 64-bit size', Buffer.concat([longHeader(20n, 'mdat'), Buffer.alloc(4), box]), ['mdat', 'free'], ['mdat', 'free']],
  ['a 64-bit size below the header', Buffer.concat([longHeader(3n, 'mdat'), box]), [], []],
  ['a huge 64-bit size', Buffer.concat([longHeader(2n ** 64n - 1n, 'mdat'), box]), ['mdat'], []],
  ['half a 64-bit size', longHeader(20n, 'mdat').subarray(0, 12), [], []],
]

test.each(cases)('%s', async (_, bytes, outer, inner) => {
  const types: string[] = []
  for await (const { type } of outerBoxes(sourceOf(bytes))) types.push(type)
  expect(types).toEqual(outer)
  expect([...boxesIn(bytes)].map(({ type }) => type)).toEqual(inner)
})

test('refuses more than 10,000 outer boxes', async () => {
  const boxes = (count: number) => sourceOf(Buffer.concat(Array.from({ length: count }, () => header(8, 'free'))))
  expect(await outerBoxesOf(boxes(10_000))).toHaveLength(10_000)
  expect(await outerBoxesOf(boxes(10_001))).toBeNull()
})

test('stops when the source returns no bytes', async () => {
  expect(await outerBoxesOf({ size: 1_000, read: async () => Buffer.alloc(0) })).toEqual([])
})
