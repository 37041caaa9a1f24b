import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Files } from './files'
import { readForm } from './form-stream'
import { parseMultipart } from './multipart'

const type = 'multipart/form-data; boundary=----aB3'

async function someFiles() {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-form-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return { files: new Files(directory), drafts: () => readdir(join(directory, 'uploads')) }
}

async function* pieces(body: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

/** Bytes that look like the delimiter until their last one. */
const film = Buffer.concat([
  randomBytes(5_000),
  Buffer.from('\r\n------aB\r\n------aB2'),
  randomBytes(5_000),
  Buffer.from('\r\n'),
])
const form = Buffer.concat([
  Buffer.from('------aB3\r\nContent-Disposition: form-data; name="key"\r\n\r\nuploads/1\r\n------aB3\r\n'),
  Buffer.from('Content-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n'),
  film,
  Buffer.from('\r\n------aB3\r\nContent-Disposition: form-data; name="ref"\r\n\r\n\r\n------aB3--\r\n'),
])

test.each([1, 7, 64, 4_096, 1_000_000])('a form in pieces of %i bytes is the form in one piece', async (length) => {
  const { files } = await someFiles()
  const { parts } = await readForm(pieces(form, length), type, files)
  const whole = parseMultipart(form, type)
  expect(parts.map(({ name, filename, contentType, size }) => ({ name, filename, contentType, size }))).toEqual(
    whole.map(({ name, filename, contentType, size }) => ({ name, filename, contentType, size })),
  )
  const file = parts.find(({ name }) => name === 'file')
  expect(file?.data.length).toBe(0)
  expect((await readFile(files.draftPath(file?.draft ?? ''))).equals(film)).toBe(true)
  expect(parts.find(({ name }) => name === 'key')?.data.toString()).toBe('uploads/1')
})

test.each([
  ['cut off', form.subarray(0, -20), type],
  ['without a boundary', form, 'multipart/form-data'],
  ['with another one', form, 'multipart/form-data; boundary=other'],
])('a form %s has no parts', async (_, body, contentType) => {
  const { files } = await someFiles()
  expect((await readForm(pieces(body, 64), contentType, files)).parts).toEqual([])
})

test('a film of a quarter of a gigabyte takes no memory to speak of', async () => {
  const { files } = await someFiles()
  const piece = Buffer.alloc(65_536, 7)
  let most = 0
  async function* body(): AsyncGenerator<Buffer> {
    yield form.subarray(0, form.indexOf(film))
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
