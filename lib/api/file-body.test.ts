import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fileBytesMax } from '@/lib/media-files/limits'
import { reloadEnv } from '../env'
import { AppError } from '../errors'
import { contract, type FileBody } from './contract'
import { parseFileRequest } from './file-body'
import { type Spooled, spoolFolder } from './spool'

/** Uploads are stored completely or not at all, and all issues are reported. */

const types = ['image/png']
const raw = contract({
  method: 'PUT',
  path: '/raw',
  tag: 'Test',
  summary: 'Raw',
  scope: 'public',
  file: { as: 'raw', types },
  answers: {},
})
const form = contract({
  method: 'POST',
  path: '/form',
  tag: 'Test',
  summary: 'Form',
  scope: 'public',
  body: z.strictObject({ name: z.string().max(5).optional(), data: z.string().optional() }),
  bodyLimit: 14_000_000,
  file: {
    as: 'multipart',
    types,
    fields: z.strictObject({ name: z.string().max(5).optional(), tags: z.array(z.string()).optional() }),
    lists: ['tags'],
    base64: 'data',
  },
  answers: {},
})
type Body = ReadableStream<Uint8Array> | Uint8Array | string | FormData

const address = { path: {}, query: {}, issues: [] }
const ask = (of: typeof raw | typeof form, body: Body, headers: Record<string, string> = {}) => {
  const init = { method: of.method, body: body as BodyInit, headers, duplex: 'half' } as RequestInit
  return parseFileRequest(new Request(`http://localhost${of.path}`, init), of, of.file as FileBody, address)
}
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(error instanceof AppError)) throw new Error(`It was not refused: ${error}`)
  return { code: error.code, issues: (error.extra.issues ?? []) as { path: string; code: string }[] }
}
const issueOf = async (work: Promise<unknown>) => (await refusalOf(work)).issues.map(({ path, code }) => [path, code])
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const waiting = async () => (await readdir(await spoolFolder())).length

// An own folder, because parallel test files use the shared one.
let dataDirectory: string
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'storycast-file-body-'))
  process.env.DATA_DIR = dataDirectory
  reloadEnv()
})
afterAll(() => rm(dataDirectory, { recursive: true }))

let before: number
beforeEach(async () => {
  before = await waiting()
})

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
const pieces = (list: Uint8Array[], thenBreaks = false): ReadableStream<Uint8Array> =>
  new ReadableStream({
    pull(controller) {
      const next = list.shift()
      if (next) controller.enqueue(next)
      else if (thenBreaks) controller.error(new Error('The caller hung up.'))
      else controller.close()
    },
  })

describe('a raw body', () => {
  test('stays on disk until released', async () => {
    const { input, release } = await ask(raw, bytes, { 'content-type': 'image/png; a=b' })
    const file = input.file as Spooled
    expect(file).toMatchObject({ bytes: 300_000, sha256: hashOf(bytes), filename: null, declaredType: 'image/png' })
    expect((await readFile(file.path)).equals(bytes)).toBe(true)
    await release()
    expect(await waiting()).toBe(before)
  })

  test('leaves no file if empty, too large or incomplete', async () => {
    expect(await issueOf(ask(raw, ''))).toEqual([['file', 'empty']])
    const megabyte = () => new Uint8Array(1_048_576)
    const full = Array.from({ length: 10 }, megabyte)
    expect((await refusalOf(ask(raw, pieces([...full, new Uint8Array(1)])))).code).toBe('payload_too_large')
    const { input, release } = await ask(raw, pieces(full))
    expect((input.file as Spooled).bytes).toBe(fileBytesMax)
    await release()
    expect(await issueOf(ask(raw, pieces([bytes], true)))).toEqual([['', 'incomplete_body']])
    expect(await waiting()).toBe(before)
  })

  test('is not read if declared too large or compressed', async () => {
    let isRead = false
    const pull = (): void => {
      isRead = true
    }
    const body = () => new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const long = { 'content-length': String(fileBytesMax + 1) }
    expect((await refusalOf(ask(raw, body(), long))).code).toBe('payload_too_large')
    expect((await refusalOf(ask(raw, body(), { 'content-encoding': 'gzip' }))).code).toBe('unsupported_media_type')
    expect(isRead).toBe(false)
  })
})

const aForm = (entries: [string, string | Blob][]): FormData => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}
const aFile = (content: Uint8Array<ArrayBuffer> = new Uint8Array(bytes), name = 'Brötchen.png') =>
  new File([content], name, { type: 'image/png' })

describe('a form', () => {
  test('accepts fields before and after the file', async () => {
    const entries: [string, string | Blob][] = [
      ['name', 'Rye'],
      ['file', aFile()],
      ['tags', 'a'],
      ['tags', 'b'],
    ]
    for (const ordered of [entries, entries.toReversed()]) {
      const { input, release } = await ask(form, aForm(ordered))
      expect(input).toMatchObject({ name: 'Rye', file: { sha256: hashOf(bytes), filename: 'Brötchen.png' } })
      expect((input.tags as string[]).toSorted()).toEqual(['a', 'b'])
      await release()
    }
    expect(await waiting()).toBe(before)
  })

  test('reports all issues at once', async () => {
    const many = aForm([
      ['name', 'Rye bread'],
      ['name', 'Wheat'],
      ['colour', 'red'],
      ['file', aFile()],
      ['file', aFile()],
      ['other', aFile()],
    ])
    expect((await issueOf(ask(form, many))).toSorted()).toEqual([
      ['colour', 'unknown_member'],
      ['file', 'repeated'],
      ['name', 'repeated'],
      ['other', 'unknown_member'],
    ])
    expect(await issueOf(ask(form, aForm([['name', 'Rye\u0000']])))).toEqual([
      ['name', 'invalid_text'],
      ['file', 'required'],
    ])
    expect(await issueOf(ask(form, aForm([['file', aFile(new Uint8Array(0))]])))).toEqual([['file', 'empty']])
    expect(
      await issueOf(
        ask(
          form,
          aForm([
            ['__proto__', 'x'],
            ['file', aFile()],
          ]),
        ),
      ),
    ).toEqual([['__proto__', 'unknown_member']])
    const fields = Array.from({ length: 60 }, (_, index): [string, string] => [`f${index}`, 'x'])
    expect(await issueOf(ask(form, aForm([...fields, ['file', aFile()]])))).toContainEqual(['', 'too_many'])
    expect(await waiting()).toBe(before)
  })

  test('stops at a file that is too large', async () => {
    const large = aForm([['file', aFile(new Uint8Array(fileBytesMax + 1))]])
    expect((await refusalOf(ask(form, large))).code).toBe('payload_too_large')
    const { release } = await ask(form, aForm([['file', aFile(new Uint8Array(fileBytesMax))]]))
    await release()
    expect(await waiting()).toBe(before)
  })

  const type = { 'content-type': 'multipart/form-data; boundary=edge' }
  const begin = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  test.each([
    ['in the file', begin + 'x'.repeat(200_000)],
    ['in a field', '--edge\r\ncontent-disposition: form-data; name="name"\r\n\r\nRy'],
    ['in a header', '--edge\r\ncontent-dispo'],
    ['before its last boundary ends', `${begin}x\r\n--edg`],
    ['after the file', `${begin}x\r\n--edge\r\ncontent-disposition: form-data; name="name"\r\n\r\nRy`],
    ['before the first boundary', ''],
    ['without any boundary', 'name=Rye&file=none'],
  ])('rejects a form that ends %s', async (_, text) => {
    expect(await issueOf(ask(form, text, type))).toEqual([['', 'incomplete_body']])
    expect(await waiting()).toBe(before)
  })

  test('leaves no file if the caller disconnects', async () => {
    const body = pieces([Buffer.from(begin), bytes], true)
    expect(await issueOf(ask(form, body, type))).toEqual([['', 'incomplete_body']])
    expect(await waiting()).toBe(before)
  })

  test('requires a boundary', async () => {
    const without = { 'content-type': 'multipart/form-data' }
    expect(await issueOf(ask(form, begin, without))).toEqual([['', 'invalid_form']])
    expect((await refusalOf(ask(form, begin, { 'content-type': 'text/plain' }))).code).toBe('unsupported_media_type')
  })
})

describe('JSON with a file in base64', () => {
  const json = { 'content-type': 'application/json' }
  const send = (value: unknown) => ask(form, JSON.stringify(value), json)

  test('decodes the file', async () => {
    const { input, release } = await send({ name: 'Rye', data: bytes.toString('base64') })
    expect(input).toEqual({ name: 'Rye', file: expect.objectContaining({ sha256: hashOf(bytes), bytes: 300_000 }) })
    await release()
    const none = await send({ name: 'Rye' })
    expect(none.input).toEqual({ name: 'Rye' })
    await none.release()
    expect(await waiting()).toBe(before)
  })

  test.each([
    ['AAA', 'data_base64'],
    ['A===', 'data_base64'],
    ['AA==AAAA', 'data_base64'],
    ['AA-_', 'data_base64'],
    ['AA A', 'data_base64'],
    ['data:image/png;base64,AAAA', 'data_base64'],
    [`${'A'.repeat(262_144)}AA-_`, 'data_base64'],
    ['', 'empty'],
  ])('%.30s is %s', async (data, code) => {
    expect(await issueOf(send({ data }))).toEqual([['data', code]])
    expect(await waiting()).toBe(before)
  })

  test('is limited by decoded size', async () => {
    const one = await send({ data: Buffer.alloc(fileBytesMax).toString('base64') })
    expect((one.input.file as Spooled).bytes).toBe(fileBytesMax)
    await one.release()
    const over = Buffer.alloc(fileBytesMax + 1).toString('base64')
    expect((await refusalOf(send({ data: over }))).code).toBe('payload_too_large')
    expect((await refusalOf(send({ data: 'A'.repeat(14_000_000) }))).code).toBe('payload_too_large')
    expect(await waiting()).toBe(before)
  })

  test('reports issues of other members', async () => {
    expect(await issueOf(ask(form, '{"name":"a","name":"b\\"c\\\\"}', json))).toEqual([['name', 'repeated']])
    expect(await issueOf(ask(form, '', json))).toEqual([['', 'missing_body']])
    expect(await issueOf(ask(form, '{', json))).toEqual([['', 'invalid_json']])
    expect(await issueOf(send({ name: 'Rye bread', data: 'AA-_' }))).toEqual([['name', 'too_big']])
    expect(await waiting()).toBe(before)
  })
})
