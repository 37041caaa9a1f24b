import type { ChannelId } from '@/lib/channel-ids'

export type TextPart = { kind: 'text' | 'link' | 'mention' | 'hashtag'; text: string }

type Kind = Exclude<TextPart['kind'], 'text'>

/**
 * What each network colors. Instagram does not link URLs. A mention that is typed is plain text on Facebook, LinkedIn,
 * Pinterest and Ghost.
 */
const colored: Record<ChannelId, readonly Kind[]> = {
  instagram: ['mention', 'hashtag'],
  facebook: ['link', 'hashtag'],
  x: ['link', 'mention', 'hashtag'],
  linkedin: ['link', 'hashtag'],
  pinterest: ['hashtag'],
  ghost: ['link'],
  threads: ['link', 'mention', 'hashtag'],
}

const pattern =
  /(?<link>https?:\/\/[^\s<>"“”]+)|(?<![\p{L}\p{N}_&/@.])(?:(?<hashtag>[#＃][\p{L}\p{N}\p{M}_]*[\p{L}_][\p{L}\p{N}\p{M}_]*)|(?<mention>@[A-Za-z0-9_](?:[\w.]{0,28}\w)?))/gu
/** Ends the sentence, not the URL. */
const trailing = /[.,;:!?'’)\]]+$/

/** The text in pieces, without changing it. */
export function textParts(channel: ChannelId, text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index, groups } of text.matchAll(pattern)) {
    const kind: Kind = groups?.link ? 'link' : groups?.hashtag ? 'hashtag' : 'mention'
    const shown = kind === 'link' ? found.replace(trailing, '') : found
    if (!colored[channel].includes(kind)) continue
    if (index > end) parts.push({ kind: 'text', text: text.slice(end, index) })
    parts.push({ kind, text: shown })
    end = index + shown.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

/** The first URL of a text. */
export const firstUrl = (text: string): string | null =>
  text.match(/https?:\/\/[^\s<>"“”]+/)?.[0].replace(trailing, '') ?? null
