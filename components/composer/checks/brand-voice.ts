import type { z } from 'zod'
import type { ChannelId } from '@/lib/channel-ids'
import type { Lint } from '@/lib/voice/lint-result'

export type LintResult = z.output<typeof Lint>

/** `start` and `end` count UTF-16 units, as the selection of a text field does. */
export type VoiceFinding = {
  type: string
  value: string
  channel: ChannelId | null
  /** `ask`: the comment prompt, which is added to the caption. `comment`: the first comment. */
  field: 'caption' | 'ask' | 'comment'
  start: number
  end: number
}

const explanations: Record<string, string> = {
  word: 'is a word to avoid. Use another one.',
  phrase: 'is a phrase to avoid. Rephrase it.',
  emoji: 'is an emoji. This project uses none.',
  exclamation: 'is one exclamation mark too many. Use a full stop.',
  all_caps: 'is in capitals. Use lower case.',
}

/** Follows the quoted text: “cheap” is a word to avoid. */
export const explanationOf = (type: string): string =>
  explanations[type] ?? 'does not match the brand voice. Rephrase it.'

/** `default` is the story's caption, `x.first_comment` the first comment on X. */
export const channelOfLint = (name: string): ChannelId | null =>
  name === 'default' ? null : (name.split('.', 1)[0] as ChannelId)

export const fieldOfLint = (name: string): 'caption' | 'comment' =>
  name.endsWith('.first_comment') ? 'comment' : 'caption'

/** Converts the API's positions, which count code points. */
export function findingsOf(
  { violations }: LintResult,
  captionOf: (channel: ChannelId | null) => string,
): VoiceFinding[] {
  return violations.map(({ type, value, position, channel: name }) => {
    const channel = channelOfLint(name)
    const start = [...captionOf(channel)].slice(0, position).join('').length
    return { type, value, channel, field: fieldOfLint(name), start, end: start + value.length }
  })
}

type Texts = { caption: string; commentAsk: string }

/** Moves a finding behind the caption to the comment prompt. */
export function inField(finding: VoiceFinding, { caption, commentAsk }: Texts, joined: string): VoiceFinding {
  const isInCaption = finding.channel !== null || finding.start < caption.trimEnd().length || joined === caption
  if (isInCaption) return finding
  const shift = commentAsk.length - commentAsk.trimStart().length - (joined.length - commentAsk.trim().length)
  return { ...finding, field: 'ask', start: finding.start + shift, end: finding.end + shift }
}
