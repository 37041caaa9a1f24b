import type { ChannelId } from '@/lib/channel-ids'
import type { MetricValues } from '@/lib/channels/metrics/metrics'
import { database, transaction } from '@/lib/db/pool'
import { updateTotals } from '@/lib/metrics/totals'
import type { TestProject } from '@/tests/support/api/api'
import { insertPublishedStory, insertStory } from '@/tests/support/database/story-rows'

/** Updates the story's status and totals, like the publisher and the metrics job. */
export async function updateTotalsOf(storyId: string, channels: ChannelId[]): Promise<void> {
  await database().updateTable('stories').set({ published_channels: channels }).where('id', '=', storyId).execute()
  await transaction(database(), (tx) => updateTotals(tx, [storyId]))
}

export async function aDraft({ projectId }: TestProject): Promise<string> {
  const draft = { projectId, channels: ['x'] as ChannelId[], caption: 'Not yet', status: 'draft' as const }
  return (await insertStory(database(), draft)).storyId
}

type Numbers = Partial<MetricValues> & { publishedAt?: string }

/** A story published on these channels, with the metrics of its last reading. */
export async function published(
  { projectId }: TestProject,
  channels: Partial<Record<ChannelId, Numbers>>,
): Promise<string> {
  const metrics = Object.entries(channels).map(
    ([channel, { publishedAt = '2031-05-02T09:00:00Z', clicks = null, ...values }]) => [
      channel,
      {
        published_at: new Date(publishedAt),
        network_clicks: clicks,
        ...values,
        as_of: new Date('2031-05-03T09:00:00Z'),
      },
    ],
  )
  const story = { projectId, caption: 'Warm bread' }
  return (await insertPublishedStory(database(), story, Object.fromEntries(metrics))).storyId
}
