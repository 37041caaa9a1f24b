import { z } from 'zod'
import { contract, idParams, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { queueStatuses } from '@/lib/queue-items/status'
import { postTypes } from '@/lib/stories/create-contract'

const channel = z.enum(channelIds)
const count = z.int().nullable()
const trackedCount = count.meta({ description: 'Clicks on tracked links. Null: no tracked link.' })
const share = z.number().nullable().meta({ description: 'Percent of the story’s tracked clicks.' })

export const SlideInsight = z.strictObject({
  slide_index: z.int().meta({ description: 'From 0.' }),
  media_url: z.string(),
  media_type: z.enum(['image', 'gif', 'video']),
  alt_text: z.string().nullable(),
  swipe_through_url: z.string().nullable(),
  short_url: z.string().nullable().meta({ description: 'Tracked link on the first channel that shows the slide.' }),
  ig_views: count.meta({ description: 'Instagram only reports this for videos in carousels. Null: not reported.' }),
  ig_reach: count,
  ig_saved: count,
  clicks: trackedCount,
  click_share: share,
  performance_score: z
    .number()
    .nullable()
    .meta({
      description:
        'Ranking score from 0 to 100: saves 0.5, reach 0.2 and clicks 0.3, each relative to the slide with the most. ' +
        'Measures that no slide reports are left out, and the other weights grow in proportion. Null: nothing reported.',
    }),
})
export type SlideInsight = z.output<typeof SlideInsight>

export const SlideInsights = z.strictObject({
  story_id: z.uuid(),
  format: z.enum(postTypes),
  channels: z.array(channel),
  has_ig_per_child: z.boolean().meta({ description: 'Instagram has reported metrics for individual slides.' }),
  total_clicks: trackedCount.meta({
    description: 'Clicks on all tracked links of the story, including those of its posts.',
  }),
  slides: z.array(SlideInsight),
  best_slide: z.strictObject({
    slide_index: z.int().nullable(),
    by: z.enum(['saves', 'reach', 'clicks']).nullable().meta({ description: 'The first of these with a value.' }),
    rationale: z.string(),
  }),
  notes: z.array(z.string()).meta({ description: 'Limits of these numbers, with reasons.' }),
})
export type SlideInsights = z.output<typeof SlideInsights>

export const getSlideInsights = contract({
  method: 'GET',
  path: '/api/stories/:id/slide-insights',
  tag: 'Analytics',
  summary: 'Get insights for each slide of a story',
  description:
    'From clicks on tracked links, counted immediately, and from Instagram’s metrics for videos in carousels, ' +
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
  destination_url: z.string().nullable().meta({ description: 'Destination URL with tracking values.' }),
  impressions: count,
  reach: count,
  saves: count,
  clicks: count.meta({ description: 'The network’s count, or else the tracked clicks.' }),
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
  summary: 'Get saves and clicks of a story by channel and slide',
  scope: 'analytics:read',
  query: z.strictObject({ story_id: uuid }),
  answers: {
    200: z.strictObject({
      story_id: z.uuid(),
      total_saves: count.meta({ description: 'Sum over the channels that report saves.' }),
      total_clicks: count.meta({ description: 'The sum of `clicks` over the channels.' }),
      total_tracked_clicks: trackedCount,
      channels: z.array(ChannelAttribution),
      slide_attribution: z.array(SlideAttribution),
    }),
  },
  errors: ['not_found'],
})
