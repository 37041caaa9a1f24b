import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { Asset } from '../contract'
import { fileBytesMax } from '../limits'
import { takenMimes } from '../types'
import { filename } from '../uploads/contract'

export const recommendedChunkBytes = 49_152
export const maxChunkBytes = 262_144

/** Missing chunks that are named. Whoever begins at chunk 9,999 misses many. */
export const namedMissingMax = 1_000

/** Where an upload in chunks stands. */
export const UploadSession = z.strictObject({
  session_id: z.uuid(),
  status: z.enum(['open', 'finalized', 'aborted', 'expired']),
  filename: z.string(),
  mime_type: z.enum(takenMimes),
  total_size_bytes: z.int(),
  chunks_received: z.int(),
  bytes_received: z.int(),
  missing_chunks: z
    .array(z.int())
    .meta({ description: `Gaps below the highest chunk that came, the first ${namedMissingMax} of them.` }),
  expires_at: z.iso.datetime(),
  asset_id: z.uuid().nullable(),
  file_url: z.string().nullable().meta({ description: 'Once it is finalized. Null again when the asset is deleted.' }),
})
export type UploadSession = z.output<typeof UploadSession>

const path = '/api/v1/media/upload-sessions'

export const createUploadSession = contract({
  method: 'POST',
  path,
  tag: 'Media',
  summary: 'Begin an upload in chunks',
  description: 'For callers that can send little at once. It lives an hour.',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      filename,
      mime_type: z.enum(takenMimes).meta({ description: 'What the bytes will be; other bytes are refused.' }),
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
    'In any order, several at a time if you like. An index that comes again replaces what came before. A chunk has at most ' +
    '262,144 bytes, and all together have no more than `total_size_bytes`.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    chunk_index: z
      .int()
      .min(0)
      .max(fileBytesMax - 1)
      .meta({ description: 'From 0, and below `total_size_bytes`: each chunk has a byte at least.' }),
    data_base64: z
      .string()
      .min(1, { error: 'has no bytes. Leave the chunk out.' })
      .regex(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, {
        error:
          'must be base64 (RFC 4648, section 4) with its padding, without line breaks and without “data:…” before it',
      })
      .meta({ description: 'The bytes in base64, with its padding.' }),
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
  summary: 'Make an asset of the chunks',
  description:
    'Refused with `validation_error` while chunks are missing (`missing_chunks`, which `missing` lists) or the bytes are not ' +
    'as many as announced (`wrong_total`), and with `unsupported_media_type` when they are of another type. The session ' +
    'stays open then. A repeat gives the same asset.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  answers: {
    201: z.strictObject({
      asset: Asset,
      file_url: z.string(),
      bytes: z.int().meta({ description: 'Of the file that is served.' }),
    }),
  },
  errors: ['gone', 'request_in_progress', 'payload_too_large'],
})

export const getUploadSession = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'See where an upload in chunks stands',
  description: 'It can be asked for until 24 hours after it expires.',
  scope: 'media:read',
  params: idParams,
  answers: { 200: UploadSession },
})

export const abortUploadSession = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'Abort an upload in chunks',
  description: 'Its chunks are dropped at once. Repeating it changes nothing.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: UploadSession },
  errors: ['gone'],
})
