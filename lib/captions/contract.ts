import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { postTypes } from '@/lib/stories/create-contract'
import { Lint } from '@/lib/voice/lint-result'
import { tones } from './writing/tones'

const tag = 'Captions'
const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })
const tone = z.enum(tones, { error: `must be one of ${tones.join(', ')}` })
const brief = z.string().trim().min(1).max(2_000)
const formats = [...postTypes, 'thread'] as const

export const writeCaption = contract({
  method: 'POST',
  path: '/api/v1/captions',
  tag,
  summary: 'Write a caption with AI',
  description:
    'The caption and its hashtags fit the channel together, and break no forbidden word of the brand voice. Stores ' +
    'nothing. Needs a configured AI model.',
  scope: 'captions:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      channel: channel.default('instagram'),
      topic: brief.optional().meta({
        description: 'May be omitted if the project has approved captions or pillars.',
      }),
      tone: tone.optional(),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      caption: z.string(),
      hashtags: z.string().meta({ description: 'Separated by spaces. May be empty.' }),
      channel: z.enum(channelIds),
    }),
  },
  errors: ['not_found', 'ai_unavailable'],
})

export const suggestCaptions = contract({
  method: 'POST',
  path: '/api/ai/caption-suggest',
  tag,
  summary: 'Suggest captions for a brief',
  description:
    'Suggestions follow the brief, the approved captions of the corpus that are most similar to it, the pillars and ' +
    'the brand voice. Those with forbidden words, over the limit, or with the text of a known caption are left out ' +
    'and replaced once, so there may be fewer than requested. Links that are not in the brief are removed. Stores ' +
    'nothing. Needs a configured AI model.',
  scope: 'captions:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      brief,
      content_type: z.string().trim().min(1).max(100).optional().meta({ description: 'Key of a content pillar.' }),
      channel: channel.optional(),
      format: z.enum(formats, { error: `must be one of ${formats.join(', ')}` }).optional(),
      tone: tone.optional(),
      destination_url: z
        .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
        .max(2_000)
        .optional()
        .meta({ description: 'Each caption then has `{{link}}` once, which becomes the tracked link.' }),
      num_suggestions: z.int().min(1).max(10).default(3),
      max_chars: z
        .int()
        .min(20)
        .max(100_000)
        .optional()
        .meta({ description: 'At most the limit of the channel, counted like the network. Default: that limit.' }),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      suggestions: z.array(
        z.strictObject({
          caption: z.string(),
          rationale: z.string(),
          pillar_match: z
            .strictObject({ content_type: z.string(), score: z.number().meta({ description: '0 to 1.' }) })
            .nullable(),
          lint: Lint.meta({ description: 'Violations that are not about forbidden words.' }),
        }),
      ),
      removed: z.int().meta({ description: 'Texts of the model that were left out.' }),
    }),
  },
  errors: ['not_found', 'ai_unavailable'],
})
