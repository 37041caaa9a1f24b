import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { fileBytesMax } from '@/lib/media-files/limits'
import { supportedMimes } from '@/lib/media-files/types'
import { Asset } from '../contract'

/** Types that can be announced. The bytes decide the real type. */
export const announcedTypes = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4'] as const

/** State of a presigned upload. The same for authenticated and public callers. */
export const UploadIntent = z.strictObject({
  asset_intent_id: z.uuid(),
  status: z.enum(['pending', 'uploaded', 'aborted', 'expired']),
  filename: z.string(),
  content_type: z.enum(announcedTypes).meta({ description: 'As announced.' }),
  expires_at: z.iso.datetime(),
  max_bytes: z.literal(fileBytesMax),
  file_url: z.string().nullable().meta({ description: 'Set once uploaded. Null after the asset is deleted.' }),
  asset_id: z.uuid().nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable().meta({
    description: 'Why the last uploaded file was refused. Upload another one to the same URL.',
  }),
})
export type UploadIntent = z.output<typeof UploadIntent>

export const filename = z.string().trim().min(1).max(255).meta({ description: 'Becomes the name of the asset.' })

const announced = aliased(
  { ...projectShape, filename, content_type: z.enum(announcedTypes).optional() },
  { ...projectAlias, mime_type: 'content_type' },
).transform(({ content_type, ...rest }, { addIssue }) => {
  if (content_type) return { ...rest, content_type }
  addIssue({ code: 'custom', path: ['content_type'], message: 'is required', params: { code: 'required' } })
  return z.NEVER
})

export const createUploadUrl = contract({
  method: 'POST',
  path: '/api/v1/media/upload-url',
  tag: 'Media',
  summary: 'Create an upload URL',
  description:
    'Anyone with the URL can PUT one file to it within 15 minutes, without a token. On Vercel the URL points to Supabase ' +
    'Storage, which answers the PUT in its own format. Request the state of the upload within the same 15 minutes, and the ' +
    'file becomes an asset. `mime_type` is an alias of `content_type`. The URL is a credential and is shown once. With an ' +
    'Idempotency-Key, the same request returns the same URL for 24 hours.',
  scope: 'media:write',
  idempotent: true,
  hasSecretAnswer: true,
  body: announced,
  answers: {
    201: z.strictObject({
      upload_url: z.string().meta({ format: 'uri' }),
      asset_intent_id: z.uuid(),
      expires_at: z.iso.datetime(),
      max_bytes: z.literal(fileBytesMax),
      file_url: z.null().meta({ description: 'Always null before the upload.' }),
      status_url: z.string().meta({
        format: 'uri',
        description: 'Public state of the upload. A credential like `upload_url`.',
      }),
    }),
  },
  errors: ['not_found'],
})

const tokenParams = z.strictObject({
  token: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: 'The last part of `upload_url`. It is a credential.' }),
})

export const receiveUpload = contract({
  method: 'PUT',
  path: '/api/v1/media/uploads/:token',
  tag: 'Media',
  summary: 'Upload a file to a presigned URL',
  description:
    'The body is the raw file. The URL works for one successful upload. A repeat returns the same asset without reading ' +
    'the body. The bytes decide the type, not the announced one.',
  scope: 'public',
  params: tokenParams,
  file: { as: 'raw', types: supportedMimes },
  answers: {
    201: z.strictObject({
      ok: z.literal(true),
      file_url: z.string(),
      asset: Asset,
      bytes: z.int().meta({ description: 'Size of the served file.' }),
    }),
  },
  errors: ['gone'],
})

export const getPublicUpload = contract({
  method: 'GET',
  path: '/api/v1/media/uploads/:token',
  tag: 'Media',
  summary: 'Get a presigned upload by its URL',
  scope: 'public',
  params: tokenParams,
  answers: { 200: UploadIntent },
})

export const getUploadIntent = contract({
  method: 'GET',
  path: '/api/v1/media/upload-url/:id',
  tag: 'Media',
  summary: 'Get a presigned upload',
  description:
    'Available until 24 hours after it expires. A file that was uploaded directly to the storage becomes an asset with this ' +
    'request.',
  scope: 'media:read',
  params: idParams,
  answers: { 200: UploadIntent },
})

export const abortUpload = contract({
  method: 'DELETE',
  path: '/api/v1/media/upload-url/:id',
  tag: 'Media',
  summary: 'Abort a presigned upload',
  description: 'Its URL no longer accepts uploads. A repeat changes nothing.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: UploadIntent },
  errors: ['gone'],
})
