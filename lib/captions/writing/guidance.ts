import { embeddingModel } from '@/lib/ai/settings'
import { listCaptions } from '@/lib/captions/corpus/repository'
import { findSimilar } from '@/lib/captions/corpus/similar'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import type { Json } from '@/lib/json'
import { listPillarRows } from '@/lib/pillars/repository'
import { mentionsLink } from '@/lib/tracking/tokens'
import { findVoiceRules } from '@/lib/voice/repository'
import type { VoiceRules } from '@/lib/voice/rules'

const examplesMax = 12
const exampleCharactersMax = 500
const avoidedMax = 200

/** What a project says about its captions. */
export type Guidance = {
  voice: VoiceRules | null
  pillars: { content_type: string; name: string }[]
  /** Approved captions, the most similar first. */
  examples: string[]
}

type Wanted = { brief: string | null; channel: ChannelId | null; contentType: string | null }

export async function guidanceFor(db: Database, projectId: string, wanted: Wanted): Promise<Guidance> {
  const [voice, pillars, examples] = await Promise.all([
    findVoiceRules(db, projectId),
    listPillarRows(db, projectId),
    findExamples(db, projectId, wanted),
  ])
  return { voice, pillars: pillars.map(({ content_type, name }) => ({ content_type, name })), examples }
}

/** Without an embedding, the newest approved captions are the examples. */
async function findExamples(
  db: Database,
  projectId: string,
  { brief, channel, contentType }: Wanted,
): Promise<string[]> {
  const filter = { approved: true, channel: channel ?? undefined, content_type: contentType ?? undefined }
  const newest = () => listCaptions(db, projectId, { filter, after: undefined, limit: examplesMax })
  const similar = async (text: string) => {
    try {
      return await findSimilar(db, projectId, { text, filter, limit: examplesMax })
    } catch (error) {
      if (error instanceof AppError) return newest()
      throw error
    }
  }
  const rows = await (brief !== null && embeddingModel() !== null ? similar(brief) : newest())
  return rows.map(({ caption }) => caption.slice(0, exampleCharactersMax))
}

/** The brand voice as data of a prompt: people wrote its words. */
export const voiceData = (voice: VoiceRules | null): Record<string, Json> =>
  voice
    ? {
        avoid_words: voice.forbidden_words.slice(0, avoidedMax),
        avoid_phrases: voice.forbidden_phrases.slice(0, avoidedMax),
        no_emojis: voice.block_emojis,
        max_exclamation_marks: voice.max_exclamation_count,
        no_words_in_capitals: voice.block_all_caps_words,
      }
    : {}

/** Variables that a rewritten text keeps. */
export const tokenData = (text: string): Record<string, Json> => ({
  tokens: mentionsLink(text) ? ['{{link}}'] : [],
})
