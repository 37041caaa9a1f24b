import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { largeFileBytesMax } from '@/lib/media-files/limits'
import { Asset } from '../contract'
import { filename } from '../uploads/contract'

/** The type of large files. */
export const largeMime = 'video/mp4'

/** State of a resumable upload. */
export const ResumableUpload = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  status: z.enum(['open', 'complete', 'failed', 'aborted', 'expired']),
  filename: z.string(),
  mime_type: z.literal(largeMime),
  total_size_bytes: z.int(),
  bytes_received: z.int().nullable().meta({ description: 'Null when the bytes go to the storage directly.' }),
  problem: z
    .strictObject({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'Why the file was refused.' }),
  expires_at: z.iso.datetime(),
  asset_id: z.uuid().nullable(),
  file_url: z.string().nullable().meta({ description: 'Set once complete. Null after the asset is deleted.' }),
})
export type ResumableUpload = z.output<typeof ResumableUpload>

/** How a tus client sends the bytes. */
const Transfer = z.strictObject({
  upload_url: z.string().nullable().meta({ description: 'The tus upload. Null: create it at `endpoint` first.' }),
  endpoint: z.string().nullable().meta({ description: 'Where to create the tus upload. Null if it exists.' }),
  headers: z.record(z.string(), z.string()).meta({ description: 'For every tus request, besides your credential.' }),
  metadata: z.record(z.string(), z.string()).meta({ description: '`Upload-Metadata` of the creation.' }),
  chunk_bytes: z.int().meta({ description: 'Bytes per PATCH.' }),
})
export type Transfer = z.output<typeof Transfer>

const Started = z.strictObject({ upload: ResumableUpload, transfer: Transfer, max_bytes: z.int() })

const path = '/api/v1/media/resumable-uploads'

export const createResumableUpload = contract({
  method: 'POST',
  path,
  tag: 'Media',
  summary: 'Start a resumable upload',
  description:
    'For MP4 videos of up to 1 GB. Send the bytes with any tus 1.0.0 client as `transfer` says, then complete the upload. ' +
    'Each chunk extends it by 24 hours.',
  scope: 'media:write',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(
    {
      ...projectShape,
      filename,
      mime_type: z.literal(largeMime, { error: 'must be video/mp4. Upload other files with POST /api/v1/media.' }),
      total_size_bytes: z.int().min(1).max(largeFileBytesMax),
    },
    projectAlias,
  ),
  answers: { 201: Started },
  errors: ['not_found', 'payload_too_large'],
})

export const resumeResumableUpload = contract({
  method: 'POST',
  path: `${path}/:id/resume`,
  tag: 'Media',
  summary: 'Get fresh headers for a resumable upload',
  description: 'The headers of `transfer` may expire after two hours. Bytes that were sent stay.',
  scope: 'media:write',
  idempotent: true,
  hasSecretAnswer: true,
  params: idParams,
  answers: { 200: Started },
  errors: ['gone'],
})

export const completeResumableUpload = contract({
  method: 'POST',
  path: `${path}/:id/complete`,
  tag: 'Media',
  summary: 'Create an asset from a resumable upload',
  description:
    'Refused with `conflict` while bytes are missing, and for good with `unsupported_media_type` when the file is no MP4 ' +
    'video. A repeat returns the same asset.',
  scope: 'media:write',
  idempotent: true,
  params: idParams,
  answers: { 201: z.strictObject({ asset: Asset, file_url: z.string(), bytes: z.int() }) },
  errors: ['conflict', 'gone', 'request_in_progress', 'payload_too_large', 'unsupported_media_type'],
})

export const getResumableUpload = contract({
  method: 'GET',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'Get a resumable upload',
  description: 'Available until 24 hours after it expires.',
  scope: 'media:read',
  params: idParams,
  answers: { 200: ResumableUpload },
})

export const abortResumableUpload = contract({
  method: 'DELETE',
  path: `${path}/:id`,
  tag: 'Media',
  summary: 'Abort a resumable upload',
  description: 'Deletes its bytes. A repeat changes nothing.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: ResumableUpload },
  errors: ['gone'],
})
