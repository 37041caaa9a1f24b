import type { ChannelId } from '@/lib/channel-ids'
import { singleSpaced } from '@/lib/stories/content/headline'
import type { Finding } from './finding'
import { duplicateDays } from './limits'
import type { ForecastRow, ForecastStory, RecentPost } from './repository'

const windowMs = duplicateDays * 86_400_000

/** Finds posts with the text of an earlier post of their channel. Give it posts in order of time. */
export class Duplicates {
  private readonly lastAt = new Map<string, { at: Date; isPublished: boolean }>()

  constructor(recent: readonly RecentPost[]) {
    for (const { channel, at, text } of recent) {
      const key = keyOf(channel, text)
      if (key) this.lastAt.set(key, { at, isPublished: true })
    }
  }

  check(row: ForecastRow, story: ForecastStory): Finding[] {
    const key = keyOf(row.channel, textOf(story, row.channel))
    if (!key) return []
    const before = this.lastAt.get(key)
    this.lastAt.set(key, { at: row.scheduled_at, isPublished: false })
    if (!before || row.scheduled_at.getTime() - before.at.getTime() > windowMs) return []
    const day = before.at.toISOString().slice(0, 10)
    const message = before.isPublished
      ? `Same text as a post published on ${day}.`
      : `Same text as another post scheduled for ${day}.`
    const remedy = 'Change the text: networks may refuse or hide repeated posts.'
    return [{ row, kind: 'duplicate_text', severity: 'warning', message, remedy }]
  }
}

/** Empty for posts without a text. */
function textOf({ caption, channel_overrides, post_type }: ForecastStory, channel: ChannelId): string {
  const override = channel_overrides[channel] ?? {}
  if ((override.post_type ?? post_type) === 'story') return ''
  return override.description ?? override.caption ?? caption
}

/** Ignores case and spaces. */
function keyOf(channel: ChannelId, text: string): string | null {
  const folded = singleSpaced(text.normalize('NFKC').toLowerCase()).trim()
  return folded === '' ? null : `${channel} ${folded}`
}
