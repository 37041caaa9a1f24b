import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { piecesOf, typeOf } from '@/lib/api/parse'
import { appUrl, env } from '@/lib/env'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { complete } from './complete'
import { largeMime } from './contract'
import { receiveBytes } from './receive-bytes'
import type { UploadRow } from './repository'
import { abort, findOpen, startUpload } from './service'
import { tusPath } from './transfer'

/**
 * The server of the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation, termination
 * and expiration.
 */

const version = '1.0.0'

/** In every response. */
export const tusHeaders = { 'Tus-Resumable': version }

type Answer = { status: number; headers: Record<string, string> }
type Call = (context: Context, request: Request, params: Record<string, string>) => Promise<Answer>

/** `OPTIONS` */
export const capabilities = (): Record<string, string> => ({
  ...tusHeaders,
  'Tus-Version': version,
  'Tus-Extension': 'creation,termination,expiration',
  'Tus-Max-Size': String(env().LARGE_MEDIA_MAX_BYTES),
})

function requireVersion(request: Request): void {
  if (request.headers.get('tus-resumable') === version) return
  const message = `This server speaks tus ${version}. Send Tus-Resumable: ${version}.`
  throw new AppError('unsupported_version', message, {}, { headers: { 'Tus-Version': version } })
}

/** `POST`: creates an upload. */
export const createTusUpload: Call = async (context, request) => {
  requireVersion(request)
  const metadata = metadataOf(request)
  const { projectId } = await accessProject(context, metadata.project_id, 'media:write')
  if (metadata.filetype !== undefined && metadata.filetype !== largeMime)
    throw invalid('Upload-Metadata.filetype', 'must be video/mp4. Upload other files with POST /api/v1/media.')
  const totalBytes = wholeNumber(request, 'Upload-Length')
  if (totalBytes === 0) throw invalid('Upload-Length', 'must be at least 1. Choose a file that is not empty.')
  const filename = (metadata.filename ?? metadata.name ?? '').trim().slice(0, 255) || 'Untitled'
  const upload = await startUpload(context.db, { projectId, filename, mimeType: largeMime, totalBytes })
  if (upload.storage_path !== null) {
    await abort(context, { id: upload.id })
    throw conflict('Files are uploaded straight to the storage here. Start with POST /api/v1/media/resumable-uploads.')
  }
  return { status: 201, headers: { Location: `${appUrl()}${tusPath}/${upload.id}`, ...expiryOf(upload) } }
}

/** `HEAD`: how many bytes have arrived. */
export const readTusUpload: Call = async (context, request, { id = '' }) => {
  requireVersion(request)
  const upload = await ownUpload(context, id)
  const lengths = { 'Upload-Offset': String(upload.received_bytes), 'Upload-Length': String(upload.total_bytes) }
  return { status: 200, headers: { ...lengths, ...expiryOf(upload), 'Cache-Control': 'no-store' } }
}

/** `PATCH`: adds bytes. The last ones also complete the upload. */
export const writeTusUpload: Call = async (context, request, { id = '' }) => {
  requireVersion(request)
  if (typeOf(request) !== 'application/offset+octet-stream')
    throw new AppError('unsupported_media_type', 'Send content-type: application/offset+octet-stream.')
  const offset = wholeNumber(request, 'Upload-Offset')
  const upload = await ownUpload(context, id)
  const received = await receiveBytes(context.db, upload, offset, piecesOf(request))
  const headers = { 'Upload-Offset': String(received), ...expiryOf(await ownUpload(context, id)) }
  if (received < upload.total_bytes) return { status: 204, headers }
  const { asset } = await complete(context, { id })
  return { status: 204, headers: { 'Upload-Offset': String(received), 'Storycast-Asset-Id': asset.id } }
}

/** `DELETE` */
export const deleteTusUpload: Call = async (context, request, { id = '' }) => {
  requireVersion(request)
  requireId(id)
  await abort(context, { id })
  return { status: 204, headers: {} }
}

/** Clients behind a proxy that knows few methods send POST with the real one in this header. */
export const overriddenTusCall: Call = (context, request, params) => {
  const method = request.headers.get('x-http-method-override')?.toUpperCase() ?? 'POST'
  const call = { HEAD: readTusUpload, PATCH: writeTusUpload, DELETE: deleteTusUpload }[method]
  if (call) return call(context, request, params)
  const message = `Method ${method} not allowed. Allowed: HEAD, PATCH, DELETE, OPTIONS.`
  throw new AppError('method_not_allowed', message, {}, { headers: { Allow: 'HEAD, PATCH, DELETE, OPTIONS' } })
}

async function ownUpload(context: Context, id: string): Promise<UploadRow> {
  requireId(id)
  const upload = await findOpen(context, id)
  if (upload.storage_path === null) return upload
  throw conflict(
    'The bytes of this upload go straight to the storage. See POST /api/v1/media/resumable-uploads/:id/resume.',
  )
}

function requireId(id: string): void {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw notFound('upload')
}

/** RFC 9110 date. */
const expiryOf = ({ expires_at }: UploadRow) => ({ 'Upload-Expires': expires_at.toUTCString() })

function wholeNumber(request: Request, name: string): number {
  const text = request.headers.get(name)
  if (text === null) throw invalid(name, 'is required as a header', 'required')
  if (!/^\d{1,15}$/.test(text)) throw invalid(name, 'must be a whole number of bytes')
  return Number(text)
}

/** Names and base64 values, separated by commas. */
function metadataOf(request: Request): Record<string, string | undefined> {
  const header = request.headers.get('upload-metadata') ?? ''
  if (header.length > 4_096) throw invalid('Upload-Metadata', 'must be at most 4,096 characters')
  const pairs = header.split(',').map((pair) => pair.trim().split(/ +/, 2))
  const text = (value = '') => Buffer.from(value, 'base64').toString('utf8').replaceAll('\u0000', '')
  const metadata = Object.fromEntries(pairs.map(([name = '', value]) => [name, text(value)]))
  if (metadata.project_id !== undefined && !/^[\da-f-]{36}$/i.test(metadata.project_id)) throw notFound('project')
  return metadata
}
