import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { altTextMax } from '@/lib/media-files/limits'
import { assetKinds, assetSorts, supportedMimes } from '@/lib/media-files/types'
import { storyStatuses } from '@/lib/stories/status'
import { splitWords } from './search-words'

/** An image or video of a project: uploaded, or registered with its remote URL. */
export const Asset = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  alt_text: z.string().nullable().meta({
    description: 'Describes the file for people who cannot see it. The composer copies it to the slide.',
  }),
  mime_type: z.string().meta({ description: 'Detected from the bytes.' }),
  file_size: z.int().meta({ description: 'Size of the served file in bytes.' }),
  width: z.int().nullable().meta({ description: 'In pixels, after rotation; for an SVG, the size it declares.' }),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable().meta({ description: 'Of a video, or of one loop of an animation.' }),
  sha256: z.string().meta({ description: 'Of the served file, in hex.' }),
  file_url: z.string().meta({ description: 'For `media_url`, `media_urls` and slides.' }),
  preview_url: z.string().nullable().meta({
    description:
      'A WebP of at most 480 pixels a side and 10,000 bytes. Null until it is created, for videos without a cover, and for remote images.',
  }),
  poster_url: z
    .string()
    .nullable()
    .meta({ description: 'The cover of a video, a JPEG. Null for images, and until one is set.' }),
  source_url: z.string().nullable().meta({ description: 'URL of a remote file; null for an uploaded one.' }),
  derived_from: z.uuid().nullable().meta({
    description: 'The asset that this one was cropped from. Null for others, and after that asset is deleted.',
  }),
  folder_id: z.uuid().nullable(),
  created_at: z.iso.datetime(),
})
export type Asset = z.output<typeof Asset>

const name = z.string().trim().min(1).max(200)
const category = z.string().trim().min(1).max(100)
const tag = z.string().trim().min(1).max(60)
const tagsMax = 50
const tags = z
  .array(tag)
  .max(tagsMax)
  .transform((given) => [...new Set(given)])

const altText = z.string().trim().max(altTextMax)

const sourceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http:// or https:// URL' })
  .max(2048, { error: 'must be at most 2048 characters' })

/** Browsers send empty fields as empty strings. */
const field = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => text || undefined)
    .optional()

const formTags = z
  .array(z.string())
  .transform((given) => given.flatMap((text) => text.split(',')).filter((text) => text.trim() !== ''))
  .pipe(tags)
  .optional()
  .meta({ description: 'Several fields, or one with commas.' })

/** Base64 is a third longer than its bytes, plus the other members. */
const base64BodyBytes = 14_046_552

export const createAsset = contract({
  method: 'POST',
  path: '/api/v1/media',
  tag: 'Media',
  summary: 'Upload or register a file',
  description:
    'Send a form with the part `file`, JSON with the file in `data_base64`, or JSON with the `source_url` of a remote file. ' +
    'A file may have 10,485,760 bytes and 100 million pixels, or 50 million if it has to be re-encoded. The bytes decide ' +
    'the type. Images are rotated upright, the location is removed, and SVGs lose scripts and external references. A file ' +
    'that needs none of this keeps its bytes. The same bytes in one project are one asset: a repeat adds its tags.',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      name: name.optional().meta({ description: 'Defaults to the file name.' }),
      filename: z.string().trim().max(255).optional(),
      mime_type: z.string().max(100).optional().meta({ description: 'Accepted and ignored: the bytes decide.' }),
      data_base64: z.string().optional().meta({ format: 'base64', description: 'RFC 4648, section 4, padded.' }),
      source_url: sourceUrl.optional().meta({ description: 'Checked within 20 seconds and not copied.' }),
      category: category.nullish(),
      tags: tags.optional(),
      alt_text: altText.nullish(),
    },
    projectAlias,
  ),
  bodyLimit: base64BodyBytes,
  file: {
    as: 'multipart',
    types: supportedMimes,
    fields: aliased(
      { ...projectShape, name: field(200), category: field(100), tags: formTags, alt_text: field(altTextMax) },
      projectAlias,
    ),
    lists: ['tags'],
    base64: 'data_base64',
  },
  answers: { 201: z.strictObject({ asset: Asset, file_url: z.string() }) },
  errors: ['not_found'],
})

/** Only punctuation would match everything. */
const searchWords = z
  .string()
  .trim()
  .max(200)
  .refine((words) => splitWords(words).length > 0, 'needs a letter or a digit')
  .meta({ description: 'Word prefixes that must all match in the name, category or tags. Case-insensitive.' })

export const listAssets = contract({
  method: 'GET',
  path: '/api/v1/media',
  tag: 'Media',
  summary: 'List media',
  scope: 'media:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('assets', 'assets_oldest', 'assets_by_name', 'assets_by_size'),
      sort: z
        .enum(assetSorts, { error: 'must be newest, oldest, name or size' })
        .default('newest')
        .meta({ description: '`name`: A to Z. `size`: largest first. A cursor is valid for the `sort` it came from.' }),
      category: category.optional(),
      tag: tag.optional(),
      type: z.enum(['image', 'video'], { error: 'must be image or video' }).optional(),
      kind: z.enum(assetKinds, { error: 'must be picture, film or drawing' }).optional().meta({
        description: 'More specific than `type`: `drawing` is an SVG, `picture` any other image, `film` a video.',
      }),
      q: searchWords.optional(),
      search: z.string().trim().min(1).max(200).optional().meta({ description: 'Part of the name, case-insensitive.' }),
      folder_id: z
        .union([z.literal('none'), uuid], { error: 'must be the id of a folder, or none' })
        .optional()
        .meta({ description: 'Files in this folder, without the folders in it. `none`: files in no folder.' }),
      file_url: z.string().min(1).max(2048).optional().meta({ description: 'The exact `file_url`.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ assets: z.array(Asset), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const listAssetTags = contract({
  method: 'GET',
  path: '/api/v1/media/tags',
  tag: 'Media',
  summary: 'List media tags',
  description: 'The 200 most used tags and categories of the newest 2,000 files, most used first.',
  scope: 'media:read',
  query: aliased(projectShape, projectAlias),
  answers: {
    200: z.strictObject({
      tags: z.array(z.strictObject({ tag: z.string(), count: z.int() })),
      categories: z.array(z.strictObject({ category: z.string(), count: z.int() })),
    }),
  },
  errors: ['not_found'],
})

export const getStorageUse = contract({
  method: 'GET',
  path: '/api/v1/media/storage',
  tag: 'Media',
  summary: 'Get storage usage',
  description:
    'Bytes of the uploaded files of a project, and its limit. Previews, renditions and remote files do not count. An upload ' +
    'that exceeds the limit is refused with `payload_too_large`.',
  scope: 'media:read',
  query: aliased(projectShape, projectAlias),
  answers: { 200: z.strictObject({ storage: z.strictObject({ used_bytes: z.int(), limit_bytes: z.int() }) }) },
  errors: ['not_found'],
})

export const getAsset = contract({
  method: 'GET',
  path: '/api/v1/media/:id',
  tag: 'Media',
  summary: 'Get a file',
  scope: 'media:read',
  params: idParams,
  answers: { 200: Asset },
  errors: ['not_found'],
})

/** A story that uses a file in its slides or overrides. */
const AssetStory = z.strictObject({
  id: z.uuid(),
  title: z.string().nullable(),
  caption: z.string().meta({ description: 'Its first 200 characters.' }),
  status: z.enum(storyStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  published_at: z.iso.datetime().nullable(),
  waits_for_approval: z.boolean(),
})
export type AssetStory = z.output<typeof AssetStory>

export const listAssetStories = contract({
  method: 'GET',
  path: '/api/v1/media/:id/stories',
  tag: 'Media',
  summary: 'List the stories that use a file',
  description: 'Stories with its `file_url` in their slides or overrides, newest first, including published ones.',
  scope: 'media:read',
  params: idParams,
  query: z.strictObject({ ...pageShape('stories') }),
  answers: { 200: z.strictObject({ stories: z.array(AssetStory), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const editAsset = contract({
  method: 'PATCH',
  path: '/api/v1/media/:id',
  tag: 'Media',
  summary: 'Edit a file’s name, category, tags or alt text',
  description: 'Omitted members stay unchanged. `tags` replaces all tags.',
  scope: 'media:write',
  params: idParams,
  body: z.strictObject({
    name: name.optional(),
    category: category.nullable().optional(),
    tags: tags.optional(),
    alt_text: altText
      .transform((text) => text || null)
      .nullable()
      .optional(),
  }),
  answers: { 200: Asset },
  errors: ['not_found'],
})

export const deleteAsset = contract({
  method: 'DELETE',
  path: '/api/v1/media/:id',
  tag: 'Media',
  summary: 'Delete a file',
  description:
    'Deletes its bytes too. Refused with `conflict` and the ids in `stories` while a `draft`, `scheduled`, `partial` or ' +
    '`failed` story uses it. `force=true` deletes it anyway.',
  scope: 'media:write',
  params: idParams,
  query: z.strictObject({
    force: z.enum(['true', 'false', '1', '0'], { error: 'must be true or omitted' }).optional(),
  }),
  answers: { 200: z.strictObject({ asset: Asset }) },
  errors: ['not_found', 'conflict'],
})
