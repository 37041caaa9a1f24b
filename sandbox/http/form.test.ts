import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Files } from '../media/files'
import { readForm } from './form'

const type = 'multipart/form-data; boundary=----aB3'

async function someFiles() {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-form-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return { files: new Files(directory), drafts: () => readdir(join(directory, 'uploads')) }
}

async function* pieces(body: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

/** Contains prefixes of the delimiter. */
const video = Buffer.concat([
  randomBytes(5_000),
  Buffer.from('\r\n------aB\r\n------aB2'),
  randomBytes(5_000),
  Buffer.from('\r\n'),
])
const form = Buffer.concat([
  Buffer.from('------aB3\r\nContent-Disposition: form-data; name="key"\r\n\r\nuploads/1\r\n------aB3\r\n'),
  Buffer.from('Content-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n'),
  video,
  Buffer.from('\r\n------aB3\r\nContent-Disposition: form-data; name="ref"\r\n\r\n\r\n------aB3--\r\n'),
])

test.each([1, 7, 64, 4_096, 1_000_000])('reads a form that arrives in chunks of %i bytes', async (length) => {
  const { files } = await someFiles()
  const { parts } = await readForm(pieces(form, length), type, files)
  expect(parts.map(({ name, filename, size }) => ({ name, filename, size }))).toEqual([
    { name: 'key', filename: null, size: 9 },
    { name: 'file', filename: 'a.mp4', size: video.length },
    { name: 'ref', filename: null, size: 0 },
  ])
  const file = parts.find(({ name }) => name === 'file')
  expect(file?.data.length).toBe(0)
  expect((await readFile(files.draftPath(file?.draft ?? ''))).equals(video)).toBe(true)
  expect(parts.find(({ name }) => name === 'key')?.data.toString()).toBe('uploads/1')
})

test('keeps files in memory when no drafts are wanted', async () => {
  const { parts, drafts } = await readForm(pieces(form, 64), type, null)
  expect([parts[1]?.data.equals(video), parts[1]?.draft, drafts]).toEqual([true, null, []])
})

test.each([
  ['cut off', form.subarray(0, -20), type],
  ['without a boundary', form, 'multipart/form-data'],
  ['with another boundary', form, 'multipart/form-data; boundary=other'],
])('returns no parts for a form %s', async (_, body, contentType) => {
  const { files } = await someFiles()
  expect((await readForm(pieces(body, 64), contentType, files)).parts).toEqual([])
})

test('a video of 256 MB needs less than 128 MB of memory', async () => {
  const { files } = await someFiles()
  const piece = Buffer.alloc(65_536, 7)
  let most = 0
  async function* body(): AsyncGenerator<Buffer> {
    yield form.subarray(0, form.indexOf(video))
    for (let sent = 0; sent < 4_096; sent++) {
      most = Math.max(most, process.memoryUsage().arrayBuffers)
      yield piece
    }
    yield Buffer.from('\r\n------aB3--\r\n')
  }
  const before = process.memoryUsage().arrayBuffers
  const { parts } = await readForm(body(), type, files)
  expect(parts.find(({ name }) => name === 'file')?.size).toBe(4_096 * 65_536)
  expect(most - before).toBeLessThan(128 * 1024 * 1024)
})
