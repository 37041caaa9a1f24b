import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import { captionHash } from '@/lib/captions/corpus/caption-hash'
import { findByHash } from '@/lib/captions/corpus/repository'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { PostType } from '@/lib/story-content'
import { lint } from '@/lib/voice/lint'
import type { LintResult } from '@/lib/voice/rules'
import { type CaptionLimit, captionLimit } from './caption-limit'
import { cleanCaption, fitCaption } from './clean-text'
import { type Guidance, guidanceFor, voiceData } from './guidance'
import type { Tone } from './tones'

export type Brief = {
  /** Null: the model chooses a topic from the examples and pillars. */
  brief: string | null
  channel: ChannelId | null
  contentType: string | null
  tone: Tone | null
  format: PostType | 'thread' | null
  destination: string | null
  count: number
  maxCharacters?: number | undefined
}

export type Suggestion = {
  caption: string
  rationale: string
  pillar_match: { content_type: string; score: number } | null
  lint: LintResult
}

/** For the model only: flat, and every member required. */
const Answer = z.object({
  suggestions: z
    .array(
      z.object({
        caption: z.string(),
        rationale: z.string(),
        content_type: z.string().nullable(),
        content_type_score: z.number().min(0).max(1),
      }),
    )
    .min(1),
})

const instructions = [
  'You write captions for social media posts of a brand. Write `count` different captions about the `brief`.',
  'Without a brief, choose a topic that fits the `examples` and `pillars`.',
  'Write in the language of the brief; without a brief, in the language of the examples.',
  'Follow `tone`, `channel` and `format` where they are given. Write in the style of the `examples`, but do not copy them.',
  'Each caption has at most `max_characters` characters. Use no facts, prices, dates or names that are not in the brief.',
  'If `link` is given, put that token once where the link belongs. Write no other links and no hashtags.',
  'Never use `avoid_words` and `avoid_phrases`, and do not repeat the captions in `not_these`.',
  '`rationale`: one short sentence in the language of the brief that says why the caption works.',
  '`content_type`: the key of the pillar that fits best, or null. `content_type_score`: how well it fits, from 0 to 1.',
].join('\n')

/** Suggests captions. Those that break a rule are left out and replaced once. */
export async function suggestCaptions(
  db: Database,
  projectId: string,
  wanted: Brief,
): Promise<{ suggestions: Suggestion[]; removed: number }> {
  const guidance = await guidanceFor(db, projectId, wanted)
  const limit = captionLimit(wanted.channel, wanted.maxCharacters)
  const found: Suggestion[] = []
  const rejected: string[] = []
  for (let round = 1; round <= 2 && found.length < wanted.count; round++) {
    const missing = wanted.count - found.length
    const avoided = [...found.map(({ caption }) => caption), ...rejected]
    const answers = await ask(db, projectId, { wanted, guidance, limit, count: missing, avoided })
    for (const answer of answers.slice(0, missing)) {
      const suggestion = await check(db, projectId, answer, { wanted, guidance, limit, found })
      if (suggestion) found.push(suggestion)
      else rejected.push(answer.caption)
    }
  }
  return { suggestions: found, removed: rejected.length }
}

type Asked = { wanted: Brief; guidance: Guidance; limit: CaptionLimit; count: number; avoided: string[] }
type AnswerItem = z.output<typeof Answer>['suggestions'][number]

const avoidedCharactersMax = 500

async function ask(
  db: Database,
  projectId: string,
  { wanted, guidance, limit, count, avoided }: Asked,
): Promise<AnswerItem[]> {
  const { brief, channel, tone, format, contentType, destination } = wanted
  const { suggestions } = await askModel(db, projectId, {
    name: 'caption_suggestions',
    schema: Answer,
    instructions,
    data: {
      ...{ brief, channel, tone, format, count },
      max_characters: limit.max,
      ...(destination ? { link: '{{link}}' } : {}),
      pillars: guidance.pillars.filter(({ content_type }) => !contentType || content_type === contentType),
      examples: guidance.examples,
      ...voiceData(guidance.voice),
      not_these: avoided.map((caption) => caption.slice(0, avoidedCharactersMax)),
    },
  })
  return suggestions
}

type Checked = { wanted: Brief; guidance: Guidance; limit: CaptionLimit; found: readonly Suggestion[] }

/** The suggestion as it may be shown, or null if it breaks a rule. */
async function check(
  db: Database,
  projectId: string,
  answer: AnswerItem,
  { wanted, guidance, limit, found }: Checked,
): Promise<Suggestion | null> {
  const links = { input: wanted.brief ?? '', destination: wanted.destination }
  const caption = fitCaption(cleanCaption(answer.caption, links), limit)
  if (!caption || caption === '{{link}}') return null
  const hash = captionHash(caption)
  if (found.some((other) => captionHash(other.caption).equals(hash))) return null
  if ((await findByHash(db, projectId, [hash])).length > 0) return null
  const checked = await lint(guidance.voice, { default: caption })
  if (isForbidden(checked)) return null
  return {
    caption,
    rationale: await rationaleOf(answer.rationale, guidance),
    pillar_match: pillarMatch(answer, guidance),
    lint: checked,
  }
}

/** Whether a text has a forbidden word or phrase. Other violations are shown with the text. */
export const isForbidden = ({ violations }: LintResult): boolean =>
  violations.some(({ type }) => type === 'word' || type === 'phrase')

const rationaleMax = 300

/** Empty if it has a forbidden word: it is shown beside the caption. */
async function rationaleOf(rationale: string, { voice }: Guidance): Promise<string> {
  const text = cleanCaption(rationale, { input: '', destination: null }).slice(0, rationaleMax)
  return isForbidden(await lint(voice, { default: text })) ? '' : text
}

function pillarMatch({ content_type, content_type_score }: AnswerItem, { pillars }: Guidance) {
  const pillar = pillars.find((one) => one.content_type === content_type)
  return pillar ? { content_type: pillar.content_type, score: Math.round(content_type_score * 100) / 100 } : null
}
