import { z } from 'zod'
import { aliased, contract, idParams, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'

/** Hashtags that are often used together. */
export const HashtagSet = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string().meta({ description: 'Unique per project, ignoring case.' }),
  tags: z.array(z.string()).meta({ description: 'Each starts with `#`.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type HashtagSet = z.output<typeof HashtagSet>

const name = z.string().trim().min(1).max(60)

/** Letters of any script, digits and underscores. Networks end a hashtag at any other character. */
const tag = z
  .string()
  .trim()
  .max(101)
  .regex(/^#?[\p{L}\p{M}\p{N}_]+$/u, 'must have only letters, digits and underscores, such as #bread')
const tags = z.array(tag).min(1).max(60).meta({ description: '`#` may be left out. Repeated hashtags are kept once.' })

export const listHashtagSets = contract({
  method: 'GET',
  path: '/api/v1/hashtag-sets',
  tag: 'Hashtag sets',
  summary: 'List hashtag sets',
  description: 'Newest first.',
  scope: 'stories:read',
  query: aliased({ ...projectShape, ...pageShape('hashtag_sets') }, projectAlias),
  answers: { 200: z.strictObject({ hashtag_sets: z.array(HashtagSet), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createHashtagSet = contract({
  method: 'POST',
  path: '/api/v1/hashtag-sets',
  tag: 'Hashtag sets',
  summary: 'Create a hashtag set',
  description: 'At most 100 per project. A name that is taken is a `conflict`.',
  scope: 'stories:write',
  idempotent: true,
  body: aliased({ ...projectShape, name, tags }, projectAlias),
  answers: { 201: HashtagSet },
  errors: ['not_found', 'conflict'],
})

export const updateHashtagSet = contract({
  method: 'PATCH',
  path: '/api/v1/hashtag-sets/:id',
  tag: 'Hashtag sets',
  summary: 'Rename a hashtag set or change its hashtags',
  description: 'Stories keep the hashtags that they have.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ name: name.optional(), tags: tags.optional() }),
  answers: { 200: HashtagSet },
  errors: ['not_found', 'conflict'],
})

export const deleteHashtagSet = contract({
  method: 'DELETE',
  path: '/api/v1/hashtag-sets/:id',
  tag: 'Hashtag sets',
  summary: 'Delete a hashtag set',
  description: 'Stories keep the hashtags that they have.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
