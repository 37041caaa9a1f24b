import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { deleteAsset, getAsset } from '@/lib/media/contract'
import { abortUpload, createUploadUrl, getPublicUpload, getUploadIntent } from '@/lib/media/uploads/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { eventually } from '@/tests/support/faults/eventually'
import { logDir } from '@/tests/support/processes/child-process'
import { sendRaw } from '@/tests/support/servers/raw-http'
import { anImage, hashOf } from '../media/files'
import { anAddress, assetsOf, filesOf, put } from './uploads'

const limit = 10_485_760
const tokenOf = (address: string): string => address.split('/').at(-1) ?? ''
const expire = (id: string) =>
  sql`update upload_intents set expires_at = now() - interval '1 second' where id = ${id}`.execute(database())

/** A PUT that sends only a part of its body. A response means that the rest was not read. */
const headAnd = (address: string, length: number, sent: Uint8Array = Buffer.alloc(0), isAbandoned = false) => {
  const { pathname, host, origin } = new URL(address)
  const head = `PUT ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`
  return sendRaw(origin, [head, sent], { isAbandoned })
}

/** Sends less than announced, ends the request and waits for the server to close. */
async function endEarly(address: string, length: number, sent: Uint8Array): Promise<void> {
  const { pathname, host, port } = new URL(address)
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
  socket.resume()
  socket.write(`PUT ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`)
  socket.end(sent)
  await once(socket, 'close')
}

test('creates an asset from the uploaded file', async () => {
  const project = await aProject()
  const made = await anAddress(project)
  const id = made.asset_intent_id
  expect(made).toMatchObject({ max_bytes: limit, file_url: null })
  expect(new Date(made.expires_at).getTime() - Date.now()).toBeGreaterThan(14 * 60_000)
  expect(new Date(made.expires_at).getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000 + 1_000)
  const waiting = await project.api.get(getUploadIntent, { id })
  expect(waiting).toEqual({
    asset_intent_id: id,
    status: 'pending',
    filename: 'bread.png',
    content_type: 'image/png',
    expires_at: made.expires_at,
    max_bytes: limit,
    file_url: null,
    asset_id: null,
    problem: null,
  })

  const bytes = await anImage()
  const { status, done } = await put(made.upload_url, bytes)
  expect([status, done?.ok, done?.bytes, done?.asset.sha256]).toEqual([201, true, bytes.length, hashOf(bytes)])
  expect(done?.asset).toEqual(await project.api.get(getAsset, { id: done?.asset.id ?? '' }))
  expect(done?.asset.name).toBe('bread.png')
  const served = await fetch(done?.file_url ?? '')
  expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)

  const after = { ...waiting, status: 'uploaded', file_url: done?.file_url, asset_id: done?.asset.id }
  expect(await project.api.get(getUploadIntent, { id })).toEqual(after)
  const publicApi = new Api(project.api.baseUrl, null)
  expect(await publicApi.get(getPublicUpload, { token: tokenOf(made.upload_url) })).toEqual(after)
})

test('the token is only in the returned URL', async () => {
  const project = await aProject()
  const { upload_url, asset_intent_id } = await anAddress(project)
  const token = tokenOf(upload_url)
  await put(upload_url, await anImage())
  await fetch(upload_url)
  const { rows } = await sql<{ row: string }>`
    select i::text as row from upload_intents i where id = ${asset_intent_id}`.execute(database())
  expect(rows[0]?.row).not.toContain(token)
  const log = readFileSync(join(logDir, 'server.log'), 'utf8')
  expect(log).toContain('/api/v1/media/uploads/…')
  expect(log).not.toContain(token)
})

test('a repeat returns the same asset without reading the body', async () => {
  const project = await aProject()
  const { upload_url } = await anAddress(project)
  const first = await put(upload_url, await anImage())
  const repeat = await put(upload_url, await anImage())
  expect([repeat.status, repeat.done]).toEqual([201, first.done])
  const unread = await headAnd(upload_url, limit)
  expect([unread?.status, JSON.parse(unread?.body ?? '{}')]).toEqual([201, first.done])
  expect(await assetsOf(project)).toHaveLength(1)
})

test('of concurrent uploads one wins, all get its asset, and the other files are deleted', async () => {
  const project = await aProject()
  const { upload_url } = await anAddress(project)
  const images = await Promise.all(Array.from({ length: 20 }, () => anImage()))
  const answers = await Promise.all(images.map((bytes) => put(upload_url, bytes)))
  const assets = await assetsOf(project)
  expect(assets).toHaveLength(1)
  expect(new Set(answers.map(({ status, done }) => `${status} ${done?.asset.id}`))).toEqual(
    new Set([`201 ${assets[0]?.id}`]),
  )
  expect((await filesOf(project)).filter((path) => path !== assets[0]?.preview_path)).toEqual([assets[0]?.path])
})

test('existing bytes return the existing asset', async () => {
  const project = await aProject()
  const bytes = await anImage()
  const [one, other] = [await anAddress(project), await anAddress(project)]
  const first = await put(one.upload_url, bytes)
  const second = await put(other.upload_url, bytes)
  expect(second.done?.asset.id).toBe(first.done?.asset.id)
})

describe('a used-up URL', () => {
  test('expired: 410 before the body is read', async () => {
    const project = await aProject()
    const { upload_url, asset_intent_id: id } = await anAddress(project)
    await expire(id)
    const answer = await headAnd(upload_url, limit)
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([
      410,
      { error: { code: 'gone', message: 'This upload has expired. Request a new upload URL.' } },
    ])
    expect((await project.api.get(getUploadIntent, { id })).status).toBe('expired')
    expect((await project.api.refused(abortUpload, { id })).error.code).toBe('gone')
  })

  test('expired during the upload: 410, and nothing is stored', async () => {
    const project = await aProject()
    const { upload_url, asset_intent_id } = await anAddress(project)
    const bytes = await anImage({ width: 400, height: 300 })
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 1_000))
        // The spool has a file once the first bytes are read.
        await expire(asset_intent_id)
        controller.enqueue(bytes.subarray(1_000))
        controller.close()
      },
    })
    const { status, error } = await put(upload_url, body)
    expect([status, error?.code]).toEqual([410, 'gone'])
    expect([await assetsOf(project), await filesOf(project)]).toEqual([[], []])
  })

  test('aborted: 410, and a second abort changes nothing', async () => {
    const project = await aProject()
    const { upload_url, asset_intent_id: id } = await anAddress(project)
    const aborted = await project.api.delete(abortUpload, { id })
    expect(aborted.status).toBe('aborted')
    expect(await project.api.delete(abortUpload, { id })).toEqual(aborted)
    const { status, error } = await put(upload_url, await anImage())
    expect([status, error]).toEqual([
      410,
      { code: 'gone', message: 'This upload was aborted. Request a new upload URL.' },
    ])
    expect(await assetsOf(project)).toEqual([])
  })

  test('used: it cannot be aborted', async () => {
    const project = await aProject()
    const { upload_url, asset_intent_id: id } = await anAddress(project)
    await put(upload_url, await anImage())
    const { status, error } = await project.api.refused(abortUpload, { id })
    const message = 'This upload is complete and cannot be aborted. Delete its asset instead.'
    expect([status, error]).toEqual([410, { code: 'gone', message }])
  })

  test('asset deleted: 410 for a repeat', async () => {
    const project = await aProject()
    const { upload_url, asset_intent_id: id } = await anAddress(project)
    const { done } = await put(upload_url, await anImage())
    await project.api.delete(deleteAsset, { id: done?.asset.id ?? '' })
    expect((await put(upload_url, await anImage())).status).toBe(410)
    expect(await project.api.get(getUploadIntent, { id })).toMatchObject({
      status: 'uploaded',
      file_url: null,
      asset_id: null,
    })
  })

  test.each([randomBytes(32).toString('base64url'), 'short'])('unknown: %s', async (token) => {
    const { api } = await aProject()
    const address = `${api.baseUrl}/api/v1/media/uploads/${token}`
    const sent = await put(address, await anImage())
    const asked = await fetch(address)
    expect([sent.status, sent.error?.code, asked.status]).toEqual([404, 'not_found', 404])
  })
})

describe('an invalid body', () => {
  const pieces = (count: number, size: number): ReadableStream<Uint8Array> => {
    let left = count
    return new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(Buffer.alloc(size)) : controller.close()),
    })
  }
  const bodies: [string, (address: string) => Promise<{ status?: number; code?: string | undefined } | null>][] = [
    ['10,485,761 bytes, declared', async (at) => codeOf(await headAnd(at, limit + 1))],
    ['10,485,761 bytes, not declared', async (at) => refusalOf(await put(at, pieces(1_025, 10_240)))],
    ['no bytes', async (at) => refusalOf(await put(at, Buffer.alloc(0)))],
    ['no image', async (at) => refusalOf(await put(at, 'Fresh bread'.repeat(10), { 'content-type': 'image/png' }))],
    ['longer than declared', async (at) => codeOf(await headAnd(at, 300, await anImage()))],
  ]
  const refusalOf = ({ status, error }: Awaited<ReturnType<typeof put>>) => ({ status, code: error?.code })
  const codeOf = (answer: Awaited<ReturnType<typeof headAnd>>) =>
    answer && { status: answer.status, code: JSON.parse(answer.body).error.code as string }
  const expected: Record<string, [number, string]> = {
    '10,485,761 bytes, declared': [413, 'payload_too_large'],
    '10,485,761 bytes, not declared': [413, 'payload_too_large'],
    'no bytes': [400, 'validation_error'],
    'no image': [415, 'unsupported_media_type'],
    'longer than declared': [400, 'validation_error'],
  }

  test.each(bodies)('%s: refused, nothing is stored, and the URL accepts a valid file', async (name, send) => {
    const project = await aProject()
    const { upload_url } = await anAddress(project)
    const answer = await send(upload_url)
    expect([answer?.status, answer?.code]).toEqual(expected[name])
    expect([await assetsOf(project), await filesOf(project)]).toEqual([[], []])
    expect((await put(upload_url, await anImage())).status).toBe(201)
  })

  test('accepts 10,485,760 bytes', async () => {
    const project = await aProject()
    const { upload_url } = await anAddress(project)
    const { data, info } = await sharp(randomBytes(1_900 * 1_600 * 3), {
      raw: { width: 1_900, height: 1_600, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true })
    expect(info.size).toBeLessThan(limit)
    // Bytes after the end of a PNG are preserved.
    const { status, done } = await put(upload_url, Buffer.concat([data, Buffer.alloc(limit - data.length)]))
    expect([status, done?.asset.mime_type]).toEqual([201, 'image/png'])
  })

  test.each(['too short', 'interrupted'])('%s: nothing is stored', async (name) => {
    const project = await aProject()
    const { upload_url, asset_intent_id: id } = await anAddress(project)
    const bytes = await anImage({ width: 400, height: 300 })
    if (name === 'too short') await endEarly(upload_url, bytes.length + 1_000, bytes)
    else await headAnd(upload_url, bytes.length + 1_000, bytes, true)
    expect(await assetsOf(project)).toEqual([])
    await eventually(async () => (await filesOf(project)).length === 0, 'No file', 10)
    expect((await project.api.get(getUploadIntent, { id })).status).toBe('pending')
    expect((await put(upload_url, bytes)).status).toBe(201)
  })

  test('of another type than announced: the bytes decide', async () => {
    const project = await aProject()
    const { upload_url } = await anAddress(project)
    const jpeg = await sharp(await anImage())
      .jpeg()
      .toBuffer()
    const { done } = await put(upload_url, jpeg, { 'content-type': 'image/png' })
    expect(done?.asset.mime_type).toBe('image/jpeg')
  })
})

describe('creating a URL', () => {
  test('accepts content_type and mime_type if they agree', async () => {
    const { api, projectId } = await aProject()
    const made = await api.post(createUploadUrl, { projectId, filename: 'a.mp4', mime_type: 'video/mp4' })
    expect((await api.get(getUploadIntent, { id: made.asset_intent_id })).content_type).toBe('video/mp4')
    const both = { filename: 'a.mp4', mime_type: 'video/mp4', content_type: 'image/png' }
    expect((await api.refused(createUploadUrl, both)).error.issues?.[0]?.path).toBe('mime_type')
  })

  test.each([
    [{ filename: 'a.png' }, ['content_type', 'required']],
    [{ content_type: 'image/png' }, ['filename', 'required']],
    [{ filename: 'a.svg', content_type: 'image/svg+xml' }, ['content_type', 'invalid_value']],
    [{ filename: ' ', content_type: 'image/png' }, ['filename', 'too_small']],
    [{ filename: 'a'.repeat(256), content_type: 'image/png' }, ['filename', 'too_big']],
  ])('%j is refused', async (input, [path, code]) => {
    const { api } = await aProject()
    const { status, error } = await api.refused(createUploadUrl, input)
    expect([status, error.issues?.map((issue) => [issue.path, issue.code])]).toEqual([400, [[path, code]]])
  })
})
