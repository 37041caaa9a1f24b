import { z } from 'zod'
import { aliased, contract, idParams, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'
import { storyStatuses } from '@/lib/stories/status'
import { wordsOf } from './search-words'
import { assetKinds, takenMimes } from './types'

/** A picture, drawing or film of a project: hosted here, or registered where it is. */
export const Asset = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  category: z.string().nullable(),
  tags: z.array(z.string()),
  mime_type: z.string().meta({ description: 'By its bytes, whatever its name says.' }),
  file_size: z.int().meta({ description: 'Bytes of what is served.' }),
  width: z.int().nullable().meta({ description: 'In pixels, as it is seen; of a drawing, as it says.' }),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable().meta({ description: 'Of a film, or of one round of a moving picture.' }),
  sha256: z.string().meta({ description: 'Of what is served, in hex.' }),
  file_url: z.string().meta({ description: 'For `media_url`, `media_urls` and slides.' }),
  preview_url: z.string().nullable().meta({
    description: 'A WebP of at most 480 pixels a side. Null until it is made, and for films and remote files.',
  }),
  source_url: z.string().nullable().meta({ description: 'Where a remote file is; null for one that is hosted here.' }),
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

const sourceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an absolute http:// or https:// address' })
  .max(2048, { error: 'must be at most 2048 characters' })

/** Browsers send fields that were left empty as empty text. */
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
  .meta({ description: 'As several fields, or as one with commas.' })

/** Base64 is a third longer than its bytes; the other members need little. */
const base64BodyBytes = 14_046_552

export const createAsset = contract({
  method: 'POST',
  path: '/api/v1/media',
  tag: 'Media',
  summary: 'Upload or register a file',
  description:
    'Three bodies: a form with the part `file`; JSON with the file in `data_base64`; JSON with the `source_url` of a file ' +
    'that stays where it is. A file may have 10,485,760 bytes and unpack to 100 million pixels, or 50 million where it has to be encoded anew. Its bytes decide what it ' +
    'is. Pictures are turned upright, the place where something was taken is removed, and drawings lose what runs or ' +
    'fetches; what needs none of this keeps its bytes. The same bytes in one project are one asset: sent again, it is ' +
    'answered with the tags added.',
  scope: 'media:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      name: name.optional().meta({ description: 'The file name when left out.' }),
      filename: z.string().trim().max(255).optional(),
      mime_type: z.string().max(100).optional().meta({ description: 'Accepted; the bytes decide.' }),
      data_base64: z.string().optional().meta({ format: 'base64', description: 'RFC 4648, section 4, padded.' }),
      source_url: sourceUrl.optional().meta({ description: 'Looked at within 20 seconds, and not copied.' }),
      category: category.nullish(),
      tags: tags.optional(),
    },
    projectAlias,
  ),
  bodyLimit: base64BodyBytes,
  file: {
    as: 'multipart',
    types: takenMimes,
    fields: aliased({ ...projectShape, name: field(200), category: field(100), tags: formTags }, projectAlias),
    lists: ['tags'],
    base64: 'data_base64',
  },
  answers: { 201: z.strictObject({ asset: Asset, file_url: z.string() }) },
  errors: ['not_found'],
})

/** Punctuation alone would find everything. */
const searchWords = z
  .string()
  .trim()
  .max(200)
  .refine((words) => wordsOf(words).length > 0, 'needs a letter or a digit')
  .meta({ description: 'Only files in whose name, category or tags words begin with each of these, case ignored.' })

export const listAssets = contract({
  method: 'GET',
  path: '/api/v1/media',
  tag: 'Media',
  summary: 'List the media',
  scope: 'media:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('assets'),
      category: category.optional(),
      tag: tag.optional(),
      type: z.enum(['image', 'video'], { error: 'must be image or video' }).optional(),
      kind: z
        .enum(assetKinds, { error: 'must be picture, film or drawing' })
        .optional()
        .meta({ description: 'Finer than `type`: a drawing is an SVG, and a picture every other image.' }),
      q: searchWords.optional(),
      search: z.string().trim().min(1).max(200).optional().meta({ description: 'Part of the name, in either case.' }),
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
  summary: 'List the tags in use',
  description: 'The 200 most used of the newest 2,000 files, the most used first, and the categories likewise.',
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
  summary: 'Get the storage used',
  description:
    'Bytes of the files that a project has uploaded, and how many it may have. Previews, and what is made of files for a ' +
    'network, do not count; neither do remote files. An upload beyond the limit is refused with `payload_too_large`.',
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

/** A story that names a file in its slides or overrides. */
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
  summary: 'See where a file is used',
  description: 'Stories that name its `file_url` in their slides or overrides, newest first, published ones too.',
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
  summary: 'Edit a file’s name, category or tags',
  description: 'What is left out stays. `tags` replaces all of them.',
  scope: 'media:write',
  params: idParams,
  body: z.strictObject({ name: name.optional(), category: category.nullable().optional(), tags: tags.optional() }),
  answers: { 200: Asset },
  errors: ['not_found'],
})

export const deleteAsset = contract({
  method: 'DELETE',
  path: '/api/v1/media/:id',
  tag: 'Media',
  summary: 'Delete a file',
  description:
    'Its bytes go as well. Refused with `conflict` and the ids in `stories` while a story that is not wholly published ' +
    '(`draft`, `scheduled`, `partial` or `failed`) names it; `force=true` deletes it all the same.',
  scope: 'media:write',
  params: idParams,
  query: z.strictObject({
    force: z.enum(['true', 'false', '1', '0'], { error: 'must be true, or left out' }).optional(),
  }),
  answers: { 200: z.strictObject({ asset: Asset }) },
  errors: ['not_found', 'conflict'],
})
