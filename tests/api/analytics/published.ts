import type { ChannelId } from '@/lib/channels/ids'
import { database, transaction } from '@/lib/db/pool'
import { updateTotals } from '@/lib/metrics/totals'
import type { TestProject } from '@/tests/support/api'
import { insertStory } from '@/tests/support/rows'

/** What the publisher and the reading of numbers do to a story together. */
export async function updateTotalsOf(storyId: string, channels: ChannelId[]): Promise<void> {
  await database().updateTable('stories').set({ published_channels: channels }).where('id', '=', storyId).execute()
  await transaction(database(), (tx) => updateTotals(tx, [storyId]))
}

export async function aDraft({ projectId }: TestProject): Promise<string> {
  const draft = { projectId, channels: ['x'] as ChannelId[], caption: 'Not yet', status: 'draft' as const }
  return (await insertStory(database(), draft)).storyId
}
