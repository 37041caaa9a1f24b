import type { z } from 'zod'
import type { ChannelId } from '@/lib/channels/ids'
import type { Lint } from '@/lib/stories/resource-contract'

export type LintAnswer = z.output<typeof Lint>

/** A place that breaks the brand voice, in the units by which a text field selects. */
export type VoiceFinding = { type: string; value: string; channel: ChannelId | null; start: number; end: number }

const words: Record<string, { what: string; remedy: string }> = {
  word: { what: 'is a word that this project does not use', remedy: 'Say it in another word.' },
  phrase: { what: 'is a phrase that this project does not use', remedy: 'Put it another way.' },
  emoji: { what: 'is an emoji, and this project uses none', remedy: 'Take it out.' },
  exclamation: {
    what: 'is one exclamation mark too many for this project',
    remedy: 'End the sentence with a full stop.',
  },
  all_caps: { what: 'is written in capitals, which this project does not do', remedy: 'Write it in small letters.' },
}
const other = { what: 'breaks the brand voice of this project', remedy: 'Write it differently.' }

/** “is an emoji, and this project uses none. Take it out.” */
export function remedyOf(type: string): string {
  const { what, remedy } = words[type] ?? other
  return `${what}. ${remedy}`
}

/** The channel whose own text it is; null for the story's. */
export const ownOf = (channel: string): ChannelId | null => (channel === 'default' ? null : (channel as ChannelId))

/** The API counts code points, a text field UTF-16 units. */
export function findingsOf(
  { violations }: LintAnswer,
  captions: (channel: ChannelId | null) => string,
): VoiceFinding[] {
  return violations.map(({ type, value, position, channel }) => {
    const own = ownOf(channel)
    const start = [...captions(own)].slice(0, position).join('').length
    return { type, value, channel: own, start, end: start + value.length }
  })
}
