import { randomUUID } from 'node:crypto'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

type TusUpload = { name: string; contentType: string; file: string; length: number }

type Options = {
  folder: string
  /** Whether this token signs the upload of this object. */
  isSigned(name: string, token: string): boolean
  onComplete(name: string, file: string, contentType: string): void
}

const cors = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, HEAD, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'tus-resumable, upload-length, upload-offset, upload-metadata, content-type, x-signature, x-upsert',
  'access-control-expose-headers': 'location, upload-offset, upload-length, tus-resumable',
}

/** Supabase's tus server at `/storage/v1/upload/resumable/sign`. Every request carries the token of a signed upload. */
export function supabaseTus({ folder, isSigned, onComplete }: Options) {
  const uploads = new Map<string, TusUpload>()

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = String(request.headers['upload-metadata'] ?? '')
    const metadata = Object.fromEntries(
      header.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split(' ')
        return [name, Buffer.from(value, 'base64').toString()]
      }),
    )
    const name = `${metadata.bucketName}/${metadata.objectName}`
    if (!isSigned(name, String(request.headers['x-signature']))) return refuse(response, 400, 'Invalid token')
    const id = randomUUID()
    const file = join(folder, `tus-${id}`)
    await writeFile(file, '')
    const length = Number(request.headers['upload-length'])
    uploads.set(id, { name, contentType: metadata.contentType ?? '', file, length })
    const location = `http://${request.headers.host}/storage/v1/upload/resumable/sign/${id}`
    response.writeHead(201, { ...cors, 'tus-resumable': '1.0.0', location }).end()
  }

  return async function handle(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end() && undefined
    if (request.headers['tus-resumable'] !== '1.0.0') return refuse(response, 412, 'Tus-Resumable required')
    if (request.method === 'POST') return create(request, response)
    const upload = uploads.get(id)
    if (!upload) return refuse(response, 404, 'The file for this url was not found')
    if (!isSigned(upload.name, String(request.headers['x-signature']))) return refuse(response, 400, 'Invalid token')
    const { size } = await stat(upload.file)
    const headers = { ...cors, 'tus-resumable': '1.0.0', 'upload-length': String(upload.length) }
    if (request.method === 'HEAD')
      return response.writeHead(200, { ...headers, 'upload-offset': String(size) }).end() && undefined
    if (Number(request.headers['upload-offset']) !== size) return refuse(response, 409, 'Upload-Offset conflict')
    await appendFile(upload.file, await buffer(request))
    const now = (await stat(upload.file)).size
    if (now === upload.length) onComplete(upload.name, upload.file, upload.contentType)
    response.writeHead(204, { ...headers, 'upload-offset': String(now) }).end()
  }
}

const refuse = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, cors).end(message)
}
