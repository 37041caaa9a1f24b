import type { ChannelId } from '@/lib/channel-ids'
import { createStory } from '@/lib/stories/contract'
import type { TestProject } from '@/tests/support/api/api'

/** In whole milliseconds, like responses. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

export const images = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ media_url: `https://images.example/${index + 1}.jpg` }))

export const unknownId = '018f0000-0000-7000-8000-000000000000'

/** A story for channels that need no media, without connection checks. */
export async function aStory(
  { api }: Pick<TestProject, 'api'>,
  members: { channels?: ChannelId[]; scheduled_at?: string; [member: string]: unknown } = {},
) {
  const story = { caption: 'Fresh bread', channels: ['x', 'linkedin'], connection_check: 'skip', ...members }
  return (await api.post(createStory, story as never)).story
}

export const aScheduledStory = (project: Pick<TestProject, 'api'>, members: Record<string, unknown> = {}) =>
  aStory(project, { scheduled_at: inHours(24), ...members })
