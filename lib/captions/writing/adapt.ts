import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { askModel } from '@/lib/ai/ask'
import type { ChannelId } from '@/lib/channel-ids'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import type { Database } from '@/lib/db/pool'
import { AppError, invalid } from '@/lib/errors'
import { fetchFile } from '@/lib/media-files/fetch-file'
import { MediaError } from '@/lib/outbound/media'
import { encodeLargeView } from '@/lib/thumbnails/encode'
import { lint } from '@/lib/voice/lint'
import { findVoiceRules } from '@/lib/voice/repository'
import type { LintResult } from '@/lib/voice/rules'
import { captionLimit } from './caption-limit'
import { cleanCaption, fitCaption } from './clean-text'
import { tokenData, voiceData } from './guidance'
import { isForbidden } from './suggest'
import { usableHashtags } from './write-caption'

export type Version = { channel: ChannelId; caption: string; lint: LintResult }

const Versions = z.object({ versions: z.array(z.object({ channel: z.string(), caption: z.string() })).min(1) })

const versionInstructions = [
  'Write one version of the `text`, the caption of a social media post, for each of the `channels`.',
  'Each version has the style of its channel and at most `max_characters` characters.',
  'Write in the language of the `text` and keep its meaning. Add no facts, links or hashtags.',
  'Keep the `tokens` where the text has them. Never use `avoid_words` and `avoid_phrases`.',
].join('\n')

/** One version of a caption per channel. Versions that break a rule are left out. */
export async function adaptCaption(
  db: Database,
  projectId: string,
  { caption, channels }: { caption: string; channels: readonly ChannelId[] },
): Promise<Version[]> {
  const voice = await findVoiceRules(db, projectId)
  const { versions } = await askModel(db, projectId, {
    name: 'rewrite',
    schema: Versions,
    instructions: versionInstructions,
    data: {
      text: caption,
      ...tokenData(caption),
      channels: channels.map((channel) => ({ channel, max_characters: captionLimit(channel).max })),
      ...voiceData(voice),
    },
  })
  const usable: Version[] = []
  for (const channel of channels) {
    const written = versions.find((version) => version.channel === channel)
    const links = { input: caption, destination: null }
    const fitted = written && fitCaption(cleanCaption(written.caption, links), captionLimit(channel))
    const checked = await lint(voice, { [channel]: fitted ?? '' })
    if (fitted && !isForbidden(checked)) usable.push({ channel, caption: fitted, lint: checked })
  }
  return usable
}

const Hashtags = z.object({ hashtags: z.array(z.string()) })

const hashtagInstructions = [
  'Suggest at most `count` hashtags for the `text`, the caption of a social media post, the most fitting first.',
  'Use the language of the text. Each hashtag is one word without spaces. Never use `avoid_words`.',
].join('\n')

/** Hashtags for a caption, as many as fit below it. */
export async function suggestHashtags(
  db: Database,
  projectId: string,
  { caption, channel }: { caption: string; channel: ChannelId | null },
): Promise<string[]> {
  const voice = await findVoiceRules(db, projectId)
  const { hashtags } = await askModel(db, projectId, {
    name: 'hashtags',
    schema: Hashtags,
    instructions: hashtagInstructions,
    data: { text: caption, channel, count: 5, ...voiceData(voice) },
  })
  return usableHashtags(caption, hashtags, { voice }, captionLimit(channel))
}

const AltText = z.object({ alt_text: z.string() })

const altTextMax = 500
const altTextInstructions = [
  'Describe the image for people who cannot see it, in one or two sentences and at most `max_characters` characters.',
  'Name what matters for the `caption` of the post. Do not begin with “Image of”. Write in the language of the caption, or in English without one.',
].join('\n')

const imageBytesMax = 20 * 1024 * 1024

/**
 * A description of an image, by models that can see.
 *
 * @throws validation_error when the URL is no readable image
 */
export async function describeImage(
  db: Database,
  projectId: string,
  { url, caption }: { url: string; caption: string | null },
): Promise<string> {
  const bytes = await smallImage(url)
  const { alt_text } = await askModel(db, projectId, {
    name: 'alt_text',
    schema: AltText,
    instructions: altTextInstructions,
    data: { caption, max_characters: altTextMax },
    images: [{ type: 'image/webp', bytes }],
  })
  const links = { input: '', destination: null }
  const text = fitCaption(cleanCaption(alt_text, links), { channel: null, max: altTextMax })
  if (!text) throw new AppError('ai_unavailable', 'The AI model could not describe this image. Try another model.')
  return text
}

async function smallImage(url: string): Promise<Uint8Array> {
  try {
    const { path, facts } = await fetchFile(url, { maxBytes: imageBytesMax, isTrusted: isSandboxMedia })
    if (!facts.mime.startsWith('image/')) throw invalid('media_url', 'must be an image')
    return await encodeLargeView(await readFile(path), facts.mime)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw invalid('media_url', error instanceof MediaError ? error.message : 'must be an image that can be read')
  }
}
