import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { supabaseTus } from './supabase-tus'

/** Errors it can simulate: storage full, server error, no response, connection closed in the middle of a file. */
export type SupabaseError = 'full' | 'down' | 'silent' | 'cut' | null

export type SupabaseStandIn = {
  url: string
  key: string
  buckets: Map<string, { public: boolean }>
  /** Key: bucket and path. */
  objects: Map<string, StoredObject>
  simulatedError: SupabaseError
  /** Called when a file is complete, before the response. */
  onStored: ((name: string) => void) | null
  /** The `Content-Length` of the last upload. */
  lastLength: string | undefined
  stop(): void
}

export type StoredObject = { file: string; contentType: string; createdAt: Date }

/** Supabase Storage's REST API. Like the original it returns errors with status 400 and the real status in the body. */
export async function startSupabase(): Promise<SupabaseStandIn> {
  const key = 'service-role-key-of-the-test'
  const folder = mkdtempSync(join(tmpdir(), 'storycast-supabase-'))
  const buckets = new Map<string, { public: boolean }>()
  const objects = new Map<string, StoredObject>()
  const signed = new Map<string, string>()
  let count = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://storage.test')
    const path = decodeURIComponent(pathname.replace('/storage/v1/', ''))
    if (standIn.simulatedError === 'silent') return
    if (standIn.simulatedError === 'down') return response.writeHead(503).end('upstream connect error') && undefined
    const isPublic = path.startsWith('object/public/')
    if (path.startsWith('upload/resumable/sign')) return tus(request, response, path.split('/')[3] ?? '')
    if (request.method === 'PUT') return uploadSigned(request, response, path)
    if (!isPublic && request.headers.authorization !== `Bearer ${key}`)
      return refuse(response, '403', 'Unauthorized', 'Invalid Compact JWS')
    const [kind = '', ...rest] = path.split('/')
    if (kind === 'bucket') return handleBucket(request, response, rest[0])
    if (kind === 'object' && rest[0] === 'upload') return sign(response, rest.slice(2).join('/'))
    if (kind === 'object' && rest[0] === 'move') return move(request, response)
    if (kind === 'object' && rest[0] === 'list') return list(request, response, rest[1] ?? '')
    const name = rest.join('/').replace(/^(info|public|authenticated)\//, '')
    const bucket = name.split('/')[0] ?? ''
    if (!buckets.has(bucket)) return refuse(response, '404', 'Bucket not found', 'Bucket not found')
    if (request.method === 'POST') return upload(request, response, name)
    if (request.method === 'DELETE') return remove(request, response, bucket)
    const kept = objects.get(name)
    if (!kept) return refuse(response, '404', 'not_found', 'Object not found')
    const { size } = await stat(kept.file)
    const created_at = kept.createdAt.toISOString()
    if (rest[0] === 'info') return answer(response, 200, { name, size, content_type: kept.contentType, created_at })
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? { start: Number(range[1]), end: Number(range[2]) } : {}
    response.writeHead(range ? 206 : 200, { 'content-type': kept.contentType })
    await pipeline(createReadStream(kept.file, part), response)
  }

  async function handleBucket(request: IncomingMessage, response: ServerResponse, id: string | undefined) {
    if (request.method === 'POST') {
      const made = (await json(request)) as { id: string; public: boolean }
      if (buckets.has(made.id)) return refuse(response, '409', 'Duplicate', 'The resource already exists')
      buckets.set(made.id, { public: made.public })
      return answer(response, 200, { name: made.id })
    }
    const found = buckets.get(id ?? '')
    if (!found) return refuse(response, '404', 'Bucket not found', 'Bucket not found')
    return answer(response, 200, { id, name: id, ...found })
  }

  /** Signed URLs contain their own token and need no other credential. */
  function sign(response: ServerResponse, name: string) {
    const token = randomUUID()
    signed.set(`object/upload/sign/${name}`, token)
    return answer(response, 200, { url: `/object/upload/sign/${name}?token=${token}`, token })
  }

  async function uploadSigned(request: IncomingMessage, response: ServerResponse, path: string) {
    const { searchParams } = new URL(request.url ?? '/', 'http://storage.test')
    if (!signed.has(path) || signed.get(path) !== searchParams.get('token'))
      return refuse(response, '400', 'InvalidJWT', 'Invalid token')
    return upload(request, response, path.replace('object/upload/sign/', ''))
  }

  async function upload(request: IncomingMessage, response: ServerResponse, name: string) {
    if (objects.has(name)) return refuse(response, '409', 'Duplicate', 'The resource already exists')
    if (standIn.simulatedError === 'full') return refuse(response, '507', 'Error', 'Insufficient storage')
    if (standIn.simulatedError === 'cut') return cut(request)
    standIn.lastLength = request.headers['content-length']
    const file = join(folder, String(++count))
    await pipeline(request, createWriteStream(`${file}.part`))
    await rename(`${file}.part`, file)
    objects.set(name, { file, contentType: request.headers['content-type'] ?? '', createdAt: new Date() })
    standIn.onStored?.(name)
    return answer(response, 200, { Key: name, Id: String(count) })
  }

  /** One level of a bucket. Folders are not stored, so they have only a name. */
  async function list(request: IncomingMessage, response: ServerResponse, bucket: string) {
    const { prefix, limit, offset, sortBy } = (await json(request)) as ListRequest
    const start = prefix === '' ? `${bucket}/` : `${bucket}/${prefix.replace(/\/$/, '')}/`
    const entries = new Map<string, object>()
    for (const [name, { createdAt, contentType }] of objects) {
      if (!name.startsWith(start)) continue
      const [first = '', ...inner] = name.slice(start.length).split('/')
      const created_at = createdAt.toISOString()
      const file = { id: name, created_at, updated_at: created_at, last_accessed_at: created_at }
      const folder = { id: null, created_at: null, updated_at: null, last_accessed_at: null, metadata: null }
      entries.set(first, {
        name: first,
        ...(inner.length > 0 ? folder : { ...file, metadata: { mimetype: contentType } }),
      })
    }
    if (sortBy.column !== 'name' || sortBy.order !== 'asc') throw new Error('Only this sort order is supported.')
    const names = [...entries.keys()].sort().slice(offset, offset + limit)
    return answer(
      response,
      200,
      names.map((name) => entries.get(name)),
    )
  }

  async function move(request: IncomingMessage, response: ServerResponse) {
    const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey } = (await json(request)) as MoveRequest
    const source = `${bucketId}/${sourceKey}`
    const found = objects.get(source)
    if (!found) return refuse(response, '404', 'not_found', 'Object not found')
    objects.delete(source)
    objects.set(`${destinationBucket}/${destinationKey}`, { ...found, createdAt: new Date() })
    return answer(response, 200, { message: 'Successfully moved' })
  }

  async function remove(request: IncomingMessage, response: ServerResponse, bucket: string) {
    const { prefixes } = (await json(request)) as { prefixes: string[] }
    const gone = prefixes.filter((prefix) => objects.has(`${bucket}/${prefix}`))
    for (const prefix of gone) {
      await rm(objects.get(`${bucket}/${prefix}`)?.file ?? '', { force: true })
      objects.delete(`${bucket}/${prefix}`)
    }
    return answer(
      response,
      200,
      gone.map((name) => ({ name })),
    )
  }

  const tus = supabaseTus({
    folder,
    isSigned: (name, token) => signed.get(`object/upload/sign/${name}`) === token,
    onComplete: (name, file, contentType) => objects.set(name, { file, contentType, createdAt: new Date() }),
  })
  const standIn: SupabaseStandIn = {
    url: '',
    key,
    buckets,
    objects,
    simulatedError: null,
    onStored: null,
    lastLength: undefined,
    stop() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

type MoveRequest = Record<'bucketId' | 'sourceKey' | 'destinationKey', string> & { destinationBucket?: string }
type ListRequest = { prefix: string; limit: number; offset: number; sortBy: { column: string; order: string } }

/** Closes the connection after the first bytes of a file. */
const cut = (request: IncomingMessage): void => {
  request.once('data', () => request.destroy())
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refuse = (response: ServerResponse, statusCode: string, error: string, message: string): void =>
  answer(response, 400, { statusCode, error, message })
