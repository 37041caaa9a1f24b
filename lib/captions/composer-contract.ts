import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { Lint } from '@/lib/voice/lint-result'
import { rewriteActions } from './writing/rewrite-actions'
import { tones } from './writing/tones'

const tag = 'Captions'
const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })
const caption = z.string().trim().min(1).max(10_000)
const needsModel = 'Stores nothing. Needs a configured AI model.'

export const rewriteCaption = contract({
  method: 'POST',
  path: '/api/ai/caption-rewrite',
  tag,
  summary: 'Rewrite or shorten a caption with AI',
  description:
    'The result fits the channel and has no forbidden word. With `Accept: application/x-ndjson` the text is sent while ' +
    'it is written, one JSON value per line: `{"type": "text", "text"}` for each part, `{"type": "restarted"}` if the ' +
    `text so far broke a rule, and \`{"type": "done", "caption", "lint"}\` with the checked result. ${needsModel}`,
  scope: 'captions:write',
  body: aliased(
    {
      ...projectShape,
      caption,
      action: z.enum(rewriteActions, { error: `must be one of ${rewriteActions.join(', ')}` }),
      channel: channel.optional(),
      tone: z.enum(tones, { error: `must be one of ${tones.join(', ')}` }).optional(),
      max_chars: z.int().min(20).max(100_000).optional(),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ caption: z.string(), lint: Lint }) },
  errors: ['not_found', 'ai_unavailable'],
})

export const adaptCaption = contract({
  method: 'POST',
  path: '/api/ai/caption-versions',
  tag,
  summary: 'Write one version of a caption per channel with AI',
  description: `Each version fits its channel. Versions with forbidden words are left out. ${needsModel}`,
  scope: 'captions:write',
  body: aliased({ ...projectShape, caption, channels: z.array(channel).min(1).max(channelIds.length) }, projectAlias),
  answers: {
    200: z.strictObject({
      versions: z.array(z.strictObject({ channel: z.enum(channelIds), caption: z.string(), lint: Lint })),
    }),
  },
  errors: ['not_found', 'ai_unavailable'],
})

export const suggestHashtags = contract({
  method: 'POST',
  path: '/api/ai/hashtags',
  tag,
  summary: 'Suggest hashtags for a caption with AI',
  description: `At most five, as many as fit below the caption. ${needsModel}`,
  scope: 'captions:write',
  body: aliased({ ...projectShape, caption, channel: channel.optional() }, projectAlias),
  answers: { 200: z.strictObject({ hashtags: z.string().meta({ description: 'Separated by spaces.' }) }) },
  errors: ['not_found', 'ai_unavailable'],
})

export const describeImage = contract({
  method: 'POST',
  path: '/api/ai/alt-text',
  tag,
  summary: 'Describe an image with AI',
  description: `An alt text of at most 500 characters. The model must be able to see images. ${needsModel}`,
  scope: 'captions:write',
  body: aliased(
    {
      ...projectShape,
      media_url: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).max(2_000),
      caption: z.string().trim().max(10_000).optional().meta({ description: 'Of the post, for what matters in it.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ alt_text: z.string() }) },
  errors: ['not_found', 'ai_unavailable'],
})
