import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import type { ChannelId } from '@/lib/channel-ids'
import { channelLimits } from '@/lib/channels/limits'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { lint } from '@/lib/voice/lint'
import { type CaptionLimit, captionLimit, fits } from './caption-limit'
import { cleanCaption, cleanHashtags, fitCaption } from './clean-text'
import { type Guidance, voiceData } from './guidance'
import { isForbidden } from './suggest'
import type { Tone } from './tones'

const Answer = z.object({ caption: z.string(), hashtags: z.array(z.string()) })

const instructions = [
  'You write captions for social media posts of a brand. Write one caption about the `topic`, and hashtags for it.',
  'Without a topic, choose one that fits the `examples` and `pillars`.',
  'Write in the language of the topic; without a topic, in the language of the examples.',
  'Follow `channel` and `tone`. Write in the style of the `examples`, but do not copy them.',
  'Caption and hashtags together have at most `max_characters` characters. Use no facts, prices, dates or names that are not in the topic.',
  'Write no links, and no hashtags in the caption. Write at most five hashtags, fewer for a short text.',
  'Never use `avoid_words` and `avoid_phrases`, and do not repeat the captions in `not_these`.',
].join('\n')

const hashtagsMax = 5

export type Topic = { topic: string | null; channel: ChannelId; tone: Tone | null }
export type Written = { caption: string; hashtags: string[] }

/**
 * Writes one caption. If it breaks a rule, the model is asked once more.
 *
 * @throws ai_unavailable
 */
export async function writeCaption(
  db: Database,
  projectId: string,
  wanted: Topic,
  guidance: Guidance,
): Promise<Written> {
  const limit = captionLimit(wanted.channel)
  const rejected: string[] = []
  for (let round = 1; round <= 2; round++) {
    const answer = await askModel(db, projectId, {
      name: 'captions',
      schema: Answer,
      instructions,
      data: {
        ...wanted,
        max_characters: limit.max,
        pillars: guidance.pillars,
        examples: guidance.examples,
        ...voiceData(guidance.voice),
        not_these: rejected,
      },
    })
    const caption = fitCaption(cleanCaption(answer.caption, { input: wanted.topic ?? '', destination: null }), limit)
    if (caption && !isForbidden(await lint(guidance.voice, { default: caption })))
      return { caption, hashtags: await usableHashtags(caption, answer.hashtags, guidance, limit) }
    rejected.push(answer.caption.slice(0, 500))
  }
  throw new AppError('ai_unavailable', 'The AI model wrote no caption within the rules of this project. Try again.')
}

/** As many as fit, without those that have a forbidden word. */
export async function usableHashtags(
  caption: string,
  tags: readonly string[],
  { voice }: Pick<Guidance, 'voice'>,
  limit: CaptionLimit,
): Promise<string[]> {
  const networkMax = (limit.channel && channelLimits[limit.channel].hashtagsMax) ?? hashtagsMax
  const usable: string[] = []
  for (const tag of cleanHashtags(tags, Math.min(hashtagsMax, networkMax))) {
    const text = [caption, [...usable, tag].join(' ')].filter(Boolean).join('\n\n')
    const isAllowed = !isForbidden(await lint(voice, { default: `${tag} ${tag.slice(1)}` }))
    if (isAllowed && fits(text, limit)) usable.push(tag)
  }
  return usable
}
