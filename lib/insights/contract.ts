import { z } from 'zod'
import { contract, idParams, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'

import { postTypes } from '@/lib/stories/create-contract'
import { queueStatuses } from '@/lib/stories/status'

const channel = z.enum(channelIds)
const count = z.int().nullable()
const trackedCount = count.meta({ description: 'Clicks on tracked links until now. Null: there is no such link.' })
const share = z.number().nullable().meta({ description: 'Percent of all tracked clicks of the story.' })

export const SlideInsight = z.strictObject({
  slide_index: z.int().meta({ description: 'From 0.' }),
  media_url: z.string(),
  media_type: z.enum(['image', 'gif', 'video']),
  alt_text: z.string().nullable(),
  swipe_through_url: z.string().nullable(),
  short_url: z.string().nullable().meta({ description: 'The tracked link, of the first channel that shows it.' }),
  ig_views: count.meta({ description: 'Instagram reports it of films in carousels alone; null: not reported.' }),
  ig_reach: count,
  ig_saved: count,
  clicks: trackedCount,
  click_share: share,
  performance_score: z
    .number()
    .nullable()
    .meta({
      description:
        'A ranking hint from 0 to 100: saves 0.5, reach 0.2 and clicks 0.3, each measured by the slide that has most of it. ' +
        'What no slide reports is left out and the other weights grow in proportion. Null: nothing is reported.',
    }),
})
export type SlideInsight = z.output<typeof SlideInsight>

export const SlideInsights = z.strictObject({
  story_id: z.uuid(),
  format: z.enum(postTypes),
  channels: z.array(channel),
  has_ig_per_child: z.boolean().meta({ description: 'Instagram has reported numbers of single slides.' }),
  total_clicks: trackedCount.meta({ description: 'On all tracked links of the story, those of its posts included.' }),
  slides: z.array(SlideInsight),
  best_slide: z.strictObject({
    slide_index: z.int().nullable(),
    by: z.enum(['saves', 'reach', 'clicks']).nullable().meta({ description: 'The first of these that anybody gave.' }),
    rationale: z.string(),
  }),
  notes: z.array(z.string()).meta({ description: 'What these numbers do not tell, and why.' }),
})
export type SlideInsights = z.output<typeof SlideInsights>

export const getSlideInsights = contract({
  method: 'GET',
  path: '/api/stories/:id/slide-insights',
  tag: 'Analytics',
  summary: 'What each slide of a story achieved',
  description:
    'From tracked links, which are counted as they are followed, and from what Instagram reports of films in carousels, ' +
    'as of the last sync.',
  scope: 'analytics:read',
  params: idParams,
  answers: { 200: SlideInsights },
  errors: ['not_found'],
})

export const ChannelAttribution = z.strictObject({
  channel,
  status: z.enum(queueStatuses),
  published_at: z.iso.datetime().nullable(),
  published_url: z.string().nullable(),
  short_url: z.string().nullable().meta({ description: 'The tracked link of the post.' }),
  destination_url: z.string().nullable().meta({ description: 'Where it leads, with its tracking values.' }),
  impressions: count,
  reach: count,
  saves: count,
  clicks: count.meta({ description: 'The network’s own count where it has one, else the tracked clicks.' }),
  network_clicks: count,
  tracked_clicks: trackedCount,
  metrics_as_of: z.iso.datetime().nullable(),
})
export type ChannelAttribution = z.output<typeof ChannelAttribution>

export const SlideAttribution = z.strictObject({
  slide_index: z.int(),
  media_url: z.string(),
  swipe_through_url: z.string().nullable(),
  clicks: trackedCount,
  click_share: share,
  by_channel: z.array(z.strictObject({ channel, short_url: z.string(), clicks: z.int() })),
})
export type SlideAttribution = z.output<typeof SlideAttribution>

export const getStoryAttribution = contract({
  method: 'GET',
  path: '/api/analytics/story-attribution',
  tag: 'Analytics',
  summary: 'Which channel and which slide the saves and clicks of a story came from',
  scope: 'analytics:read',
  query: z.strictObject({ story_id: uuid }),
  answers: {
    200: z.strictObject({
      story_id: z.uuid(),
      total_saves: count.meta({ description: 'Over the channels that report saves.' }),
      total_clicks: count.meta({ description: 'The sum of `clicks` over the channels.' }),
      total_tracked_clicks: trackedCount,
      channels: z.array(ChannelAttribution),
      slide_attribution: z.array(SlideAttribution),
    }),
  },
  errors: ['not_found'],
})
