import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { fileBytesMax } from '@/lib/media-files/limits'
import { supportedMimes } from '@/lib/media-files/types'
import { Asset } from '../contract'
import { filename } from '../uploads/contract'

export const recommendedChunkBytes = 49_152
export const maxChunkBytes = 262_144

/** Max missing chunks in a response. */
export const listedMissingMax = 1_000

/** State of an upload in chunks. */
export const UploadSession = z.strictObject({
  session_id: z.uuid(),
  status: z.enum(['open', 'finalized', 'aborted', 'expired']),
  filename: z.string(),
  mime_type: z.enum(supportedMimes),
  total_size_bytes: z.int(),
  chunks_received: z.int(),
  bytes_received: z.int(),
  missing_chunks: z
    .array(z.int())
    .meta({ description: `Missing chunks below the highest received one, at most ${listedMissingMax}.` }),
  expires_at: z.iso.datetime(),
  asset_id: z.uuid().nullable(),
  file_url: z.string().nullable().meta({ description: 'Set once finalized. Null after the asset is deleted.' }),
})
export type UploadSession = z.output<typeof UploadSession>

const path = '/api/v1/media/upload-sessions'

export const createUploadSession = contract({
  method: 'POST',
  path,
  tag: 'Media',
  summary: 'Start an upload in chunks',
  description: 'For clients that can only send small requests. The session expires after an hour.',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      filename,
      mime_type: z.enum(supportedMimes).meta({ description: 'Type of the file. A file of another type is refused.' }),
      total_size_bytes: z.int().min(1).max(fileBytesMax),
    },
    projectAlias,
  ),
  answers: {
    201: z.strictObject({
      session_id: z.uuid(),
      expires_at: z.iso.datetime(),
      recommended_chunk_bytes: z.literal(recommendedChunkBytes),
      max_chunk_bytes: z.literal(maxChunkBytes),
      max_total_bytes: z.literal(fileBytesMax),
    }),
  },
  errors: ['not_found'],
})

export const addUploadChunk = contract({
  method: 'POST',
  path: `${path}/:id/chunks`,
  tag: 'Media',
  summary: 'Send a chunk',
  description:
    'Chunks may be sent in any order and in parallel. A repeated index replaces the earlier chunk. A chunk has at most ' +
    '262,144 bytes, and all chunks together at most `total_size_bytes`.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    chunk_index: z
      .int()
      .min(0)
      .max(fileBytesMax - 1)
      .meta({ description: 'From 0 to below `total_size_bytes`.' }),
    data_base64: z
      .string()
      .min(1, { error: 'is empty. Leave the chunk out.' })
      .regex(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, {
        error: 'must be base64 (RFC 4648, section 4) with padding, without line breaks and without a “data:…” prefix',
      })
      .meta({ description: 'The bytes as padded base64.' }),
  }),
  answers: {
    200: z.strictObject({ chunks_received: z.int(), bytes_received: z.int(), expires_at: z.iso.datetime() }),
  },
  errors: ['gone'],
})

export const finalizeUploadSession = contract({
  method: 'POST',
  path: `${path}/:id/finalize`,
  tag: 'Media',
  summary: 'Create an asset from the chunks',
  description:
    'Refused with `validation_error` while chunks are missing (`missing_chunks`, listed in `missing`) or the size differs ' +
    'from the announced one (`wrong_total`), and with `unsupported_media_type` for another file type. The session ' +
    'stays open. A repeat returns the same asset.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  answers: {
    201: z.strictObject({
      asset: Asset,
      file_url: z.string(),
      bytes: z.int().meta({ description: 'Size of the served file.' }),
    }),
  },
  errors: ['gone', 'request_in_progress', 'payload_too_large'],
})

export const getUploadSession = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'Get an upload in chunks',
  description: 'Available until 24 hours after it expires.',
  scope: 'media:read',
  params: idParams,
  answers: { 200: UploadSession },
})

export const abortUploadSession = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'Abort an upload in chunks',
  description: 'Deletes its chunks. A repeat changes nothing.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: UploadSession },
  errors: ['gone'],
})
