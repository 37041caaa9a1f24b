import { z } from 'zod'
import { contract, idParams, isYes, nextCursor, pageShape, uuid, yesNo } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { characters } from '@/lib/channels/rules'
import { fold } from '@/lib/voice/fold'
import { captionsMax, captionsPerRequest, captionTextMax, sources } from './limits'

/** A caption that suggestions learn from. */
export const CorpusCaption = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  caption: z.string(),
  content_type: z.string().nullable().meta({ description: 'Key of a content pillar.' }),
  channel: z.enum(channelIds).nullable().meta({ description: 'Null: for all channels.' }),
  source: z.enum(sources).meta({ description: '`published`: copied from a published story.' }),
  approved: z.boolean().meta({ description: 'Suggestions use approved captions only.' }),
  embedded: z.boolean().meta({ description: 'Whether it can be found by meaning. Otherwise a job embeds it later.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type CorpusCaption = z.output<typeof CorpusCaption>

const tooLong = `must have at most ${captionTextMax.toLocaleString('en')} characters`

/** Counted in code points. */
const caption = z
  .string()
  .trim()
  .min(1)
  .max(2 * captionTextMax, { error: tooLong, abort: true })
  .refine((text) => characters(text) <= captionTextMax, { error: tooLong })
  .refine((text) => text === '' || fold(text).text.trim() !== '', 'must have a visible character')
  .meta({ maxLength: captionTextMax })
const contentType = z.string().trim().min(1).max(100).meta({ description: 'Key of a content pillar.' })
const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })
const givenSources = ['manual', 'seed'] as const

const newCaption = {
  content_type: contentType.nullish(),
  channel: channel.nullish().meta({ description: 'Default: for all channels.' }),
  source: z
    .enum(givenSources, { error: `must be one of ${givenSources.join(', ')}` })
    .default('manual')
    .meta({ description: '`published` is set by Storycast only.' }),
  approved: z.boolean().default(true),
}

const NewCaption = z.strictObject({ caption, ...newCaption })
export type NewCaption = z.output<typeof NewCaption>

/** One caption, or a list. */
const NewCaptions = z
  .strictObject({
    caption: caption.optional(),
    ...newCaption,
    source: newCaption.source.removeDefault().optional(),
    approved: newCaption.approved.removeDefault().optional(),
    captions: z.array(NewCaption).min(1).max(captionsPerRequest).optional(),
  })
  .superRefine(({ captions, ...single }, { addIssue }) => {
    if (captions === undefined) {
      if (single.caption === undefined)
        addIssue({
          code: 'custom',
          path: ['caption'],
          message: 'is required, unless captions has a list',
          input: undefined,
        })
      return
    }
    for (const [name, value] of Object.entries(single))
      if (value !== undefined)
        addIssue({
          code: 'custom',
          path: [name],
          message: 'is not allowed next to captions. Set it in each item.',
          input: value,
        })
  })
  .transform(({ captions, ...single }): { captions: NewCaption[] } => ({
    captions: captions ?? [NewCaption.parse(single)],
  }))

const path = '/api/projects/:id/caption-corpus'
const tag = 'Captions'

const filterShape = {
  approved: yesNo.transform(isYes).optional(),
  source: z.enum(sources, { error: `must be one of ${sources.join(', ')}` }).optional(),
  content_type: contentType.optional(),
  channel: channel.optional(),
}

export const listCorpusCaptions = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List the caption corpus of a project',
  description: 'Newest first.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({ ...pageShape('caption_corpus'), ...filterShape }),
  answers: { 200: z.strictObject({ captions: z.array(CorpusCaption), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const addCorpusCaptions = contract({
  method: 'POST',
  path,
  tag,
  summary: 'Add captions to the corpus',
  description:
    `One caption, or up to ${captionsPerRequest} in \`captions\`. A text that is already in the corpus (ignoring case ` +
    'and white space) is not stored twice: the existing caption is returned, and approved if the request approves it. ' +
    'Captions are embedded at once if a model is configured, otherwise later by a job. At most ' +
    `${captionsMax.toLocaleString('en')} per project.`,
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: NewCaptions,
  answers: {
    201: z.strictObject({
      captions: z.array(CorpusCaption).meta({ description: 'In the order of the request, each once.' }),
      created: z.int().meta({ description: 'Number of captions that did not exist.' }),
    }),
  },
  errors: ['not_found', 'conflict'],
})

export const getCorpusCaption = contract({
  method: 'GET',
  path: '/api/caption-corpus/:id',
  tag,
  summary: 'Get a caption of the corpus',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: CorpusCaption },
  errors: ['not_found'],
})

export const updateCorpusCaption = contract({
  method: 'PATCH',
  path: '/api/caption-corpus/:id',
  tag,
  summary: 'Approve or edit a caption of the corpus',
  description: 'A changed text is embedded again.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({
    approved: z.boolean().optional(),
    caption: caption.optional(),
    content_type: contentType.nullish(),
    channel: channel.nullish().meta({ description: 'Null: for all channels.' }),
  }),
  answers: { 200: CorpusCaption },
  errors: ['not_found', 'conflict'],
})

export const deleteCorpusCaption = contract({
  method: 'DELETE',
  path: '/api/caption-corpus/:id',
  tag,
  summary: 'Delete a caption of the corpus',
  description: 'A deleted copy of a published story is not copied again.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})

export const searchCorpusCaptions = contract({
  method: 'GET',
  path: `${path}/search`,
  tag,
  summary: 'Search the caption corpus',
  description:
    'Most similar in meaning first, if an embedding model is configured. Otherwise, and when it does not answer, the ' +
    'newest captions that contain the text.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject({
    q: z.string().trim().min(1).max(500),
    limit: pageShape('caption_corpus').limit,
    ...filterShape,
  }),
  answers: {
    200: z.strictObject({
      captions: z.array(
        CorpusCaption.extend({
          similarity: z
            .number()
            .nullable()
            .meta({ description: 'Cosine similarity, at most 1. Null: matched by text.' }),
        }),
      ),
      matched_by: z.enum(['meaning', 'text']),
    }),
  },
  errors: ['not_found'],
})

const bulkActions = ['approve', 'unapprove', 'delete', 'undo_seed'] as const

export const changeCorpusCaptions = contract({
  method: 'POST',
  path: `${path}/bulk`,
  tag,
  summary: 'Approve, unapprove or delete several captions',
  description:
    'Ids of captions that do not exist are ignored. `undo_seed` deletes captions that `seed` added and that are not ' +
    'approved, and lets their stories be copied again.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    action: z.enum(bulkActions, { error: `must be one of ${bulkActions.join(', ')}` }),
    ids: z.array(uuid).min(1).max(captionsPerRequest),
  }),
  answers: { 200: z.strictObject({ changed: z.int() }) },
  errors: ['not_found'],
})

export const seedCorpus = contract({
  method: 'POST',
  path: `${path}/seed`,
  tag,
  summary: 'Add captions of published stories to the corpus',
  description:
    'Copies the newest published stories that were not copied yet. The copies have the source `published` and wait for ' +
    'approval. Later stories are copied when they are published.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ limit: z.int().min(1).max(500).default(100) }),
  answers: {
    200: z.strictObject({
      created: z.int(),
      ids: z.array(z.uuid()).meta({ description: 'Of the created captions, for `undo_seed`.' }),
      checked: z.int().meta({ description: 'Stories. Empty, very long and known texts are not copied.' }),
    }),
  },
  errors: ['not_found'],
})
