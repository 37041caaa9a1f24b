import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { Asset } from '../contract'
import { fileBytesMax } from '../limits'
import { takenMimes } from '../types'

/** What a presigned upload may be announced as. Its bytes decide what it is. */
export const announcedTypes = ['image/jpeg', 'image/png', 'image/webp', 'video/mp4'] as const

/** Where a presigned upload stands. It tells the same to everybody. */
export const UploadIntent = z.strictObject({
  asset_intent_id: z.uuid(),
  status: z.enum(['pending', 'uploaded', 'aborted', 'expired']),
  filename: z.string(),
  content_type: z.enum(announcedTypes).meta({ description: 'As it was announced.' }),
  expires_at: z.iso.datetime(),
  max_bytes: z.literal(fileBytesMax),
  file_url: z.string().nullable().meta({ description: 'Once it is uploaded. Null again when the asset is deleted.' }),
  asset_id: z.uuid().nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string() }).nullable().meta({
    description: 'Why the file that was uploaded last was not taken. Upload another one to the same address.',
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
  summary: 'Make an address to upload a file to',
  description:
    'Whoever has the address may PUT one file to it within 15 minutes, without a token. On Vercel the address is one of ' +
    'Supabase Storage, which answers the PUT in its own words; ask for the state of the upload afterwards, within the same ' +
    '15 minutes, and the file becomes an asset. `mime_type` is another name of ' +
    '`content_type`. The address is a credential that stands in this answer and never again; for that reason the answer ' +
    'is not kept, and an Idempotency-Key has no effect.',
  scope: 'media:write',
  body: announced,
  answers: {
    201: z.strictObject({
      upload_url: z.string().meta({ format: 'uri' }),
      asset_intent_id: z.uuid(),
      expires_at: z.iso.datetime(),
      max_bytes: z.literal(fileBytesMax),
      file_url: z.null().meta({ description: 'There is none before the upload.' }),
      status_url: z.string().meta({
        format: 'uri',
        description: 'Public state of the upload. It is a credential like `upload_url`.',
      }),
    }),
  },
  errors: ['not_found'],
})

const tokenParams = z.strictObject({
  token: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ description: 'The last part of `upload_url`, which is the credential.' }),
})

export const receiveUpload = contract({
  method: 'PUT',
  path: '/api/v1/media/uploads/:token',
  tag: 'Media',
  summary: 'Upload a file to a presigned address',
  description:
    'The body is the file as it is. The first upload that succeeds uses the address up; a repeat gets the same asset, and ' +
    'its body is not read. The bytes decide the type, whatever was announced.',
  scope: 'public',
  params: tokenParams,
  file: { as: 'raw', types: takenMimes },
  answers: {
    201: z.strictObject({
      ok: z.literal(true),
      file_url: z.string(),
      asset: Asset,
      bytes: z.int().meta({ description: 'Of the file that is served.' }),
    }),
  },
  errors: ['gone'],
})

export const getPublicUpload = contract({
  method: 'GET',
  path: '/api/v1/media/uploads/:token',
  tag: 'Media',
  summary: 'See where a presigned upload stands, by its address',
  scope: 'public',
  params: tokenParams,
  answers: { 200: UploadIntent },
})

export const getUploadIntent = contract({
  method: 'GET',
  path: '/api/v1/media/upload-url/:id',
  tag: 'Media',
  summary: 'See where a presigned upload stands',
  description:
    'It can be asked for until 24 hours after it expires. A file that was uploaded straight to the storage becomes an asset ' +
    'when this is asked for.',
  scope: 'media:read',
  params: idParams,
  answers: { 200: UploadIntent },
})

export const abortUpload = contract({
  method: 'DELETE',
  path: '/api/v1/media/upload-url/:id',
  tag: 'Media',
  summary: 'Abort a presigned upload that was not used',
  description: 'Nothing can be uploaded to its address any more. Repeating it changes nothing.',
  scope: 'media:write',
  params: idParams,
  answers: { 200: UploadIntent },
  errors: ['gone'],
})
