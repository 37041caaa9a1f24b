import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

const name = z.string().trim().min(1).max(200).optional()
const value = z.string().nullable()

export const resolveTracking = contract({
  method: 'POST',
  path: '/api/projects/:id/utm-resolve',
  tag: 'Tracking',
  summary: 'Preview the tracking values of a post',
  description: "Resolves the project's template as of now, with the fallback for empty values. Stores nothing.",
  scope: 'stories:read',
  params: idParams,
  body: z.strictObject({
    channel: z.enum(channelIds),
    content_type: name,
    format: z.enum(['story', 'post', 'reel', 'carousel', 'blog']).optional().meta({
      description: 'Defaults to `blog` for ghost and `post` for others.',
    }),
    template_name: name,
    automation_name: name,
  }),
  answers: {
    200: z.strictObject({ source: value, medium: value, campaign: value, content: value, term: value }),
  },
  errors: ['not_found'],
})
