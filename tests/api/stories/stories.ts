import type { ChannelId } from '@/lib/channels/ids'
import { createStory } from '@/lib/stories/contract'
import type { TestProject } from '@/tests/support/api'

/** Whole milliseconds, as answers show them. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

export const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ media_url: `https://pictures.example/${index + 1}.jpg` }))

export const nobodysId = '018f0000-0000-7000-8000-000000000000'

/** A story for channels that need no media, in whose time nobody checks connections. */
export async function aStory(
  { api }: Pick<TestProject, 'api'>,
  members: { channels?: ChannelId[]; scheduled_at?: string; [member: string]: unknown } = {},
) {
  const story = { caption: 'Fresh bread', channels: ['x', 'linkedin'], connection_check: 'skip', ...members }
  return (await api.post(createStory, story as never)).story
}

export const aScheduledStory = (project: Pick<TestProject, 'api'>, members: Record<string, unknown> = {}) =>
  aStory(project, { scheduled_at: inHours(24), ...members })
