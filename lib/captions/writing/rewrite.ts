import { streamModel } from '@/lib/ai/stream'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { lint } from '@/lib/voice/lint'
import { findVoiceRules } from '@/lib/voice/repository'
import type { LintResult } from '@/lib/voice/rules'
import { type CaptionLimit, captionLength, captionLimit } from './caption-limit'
import { cleanCaption, fitCaption } from './clean-text'
import { tokenData, voiceData } from './guidance'
import type { RewriteAction } from './rewrite-actions'
import { isForbidden } from './suggest'
import type { Tone } from './tones'

export type Rewrite = {
  caption: string
  action: RewriteAction
  channel: ChannelId | null
  tone: Tone | null
  maxCharacters: number | undefined
}

export type Rewritten = { caption: string; lint: LintResult }
/** `restarted`: the text so far broke a rule, and a new one follows. */
export type RewritePart = { type: 'text'; text: string } | { type: 'restarted' } | ({ type: 'done' } & Rewritten)

const rules = [
  'Write in the language of the `text` and keep its meaning. Add no facts, links or hashtags.',
  'Keep the `tokens` where the text has them.',
  'The result has at most `max_characters` characters. Follow `channel` and `tone` where they are given.',
  'Never use `avoid_words` and `avoid_phrases`. Answer with the new text only, without quotes or explanations.',
]
const instructions: Record<Rewrite['action'], string> = {
  rewrite: ['Rewrite the `text`, the caption of a social media post, so that it reads better.', ...rules].join('\n'),
  shorten: ['Shorten the `text`, the caption of a social media post.', ...rules].join('\n'),
}

/** A caption that fits already gets about a third shorter. */
function shorterThan(caption: string, limit: CaptionLimit): number {
  const length = captionLength(caption, limit.channel)
  return length > limit.max ? limit.max : Math.max(20, Math.floor((length * 2) / 3))
}

/**
 * Rewrites a caption, in parts. Asks once more if the text has a forbidden word or does not fit.
 *
 * @throws ai_unavailable or rate_limited
 */
export async function* rewriteCaption(
  db: Database,
  projectId: string,
  { caption, action, channel, tone, maxCharacters }: Rewrite,
): AsyncGenerator<RewritePart> {
  const voice = await findVoiceRules(db, projectId)
  const limit = captionLimit(channel, maxCharacters)
  const aim = action === 'shorten' ? shorterThan(caption, limit) : limit.max
  for (let round = 1; round <= 2; round++) {
    if (round > 1) yield { type: 'restarted' }
    let text = ''
    const task = {
      name: 'rewrite' as const,
      instructions: instructions[action],
      data: { text: caption, ...tokenData(caption), channel, tone, max_characters: aim, ...voiceData(voice) },
    }
    for await (const part of streamModel(db, projectId, task)) {
      text += part
      yield { type: 'text', text: part }
    }
    const fitted = fitCaption(cleanCaption(text, { input: caption, destination: null }), limit)
    const checked = await lint(voice, { default: fitted ?? '' })
    if (fitted && !isForbidden(checked)) {
      yield { type: 'done', caption: fitted, lint: checked }
      return
    }
  }
  throw new AppError('ai_unavailable', 'The AI model wrote no text within the rules of this project. Try again.')
}
