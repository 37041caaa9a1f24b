import twitterText from 'twitter-text'
import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media/media-rules'
import { characters, checkedParts, checkPost, exactCountMax, limit, type NetworkRules, unsupported } from '../rules'
import { networkFacts } from '../settings'
import { type Piece, piecesOf } from './pieces'
import { ownText } from './text'

export const limits: ChannelLimits = {
  get textMax() {
    return networkFacts('x').text_max
  },
  textUnit: 'weighted',
  get commentMax() {
    return networkFacts('x').text_max
  },
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: 1_000,
  linkMax: null,
  imagesMax: 4,
  carousel: { min: 1, max: 4 },
  needsMedia: false,
}

/** X's rule: most letters count 1, emoji and CJK 2, links 23. Far beyond the limit this is an estimate. */
export function countText(text: string): number {
  const exactMax = exactCountMax(limits)
  let weight = 0
  let counted = 0
  for (const piece of piecesOf(text)) {
    weight += weightOf(piece)
    counted += piece.text.length
    if (weight > exactMax) return weight + characters(text.slice(counted))
  }
  return weight
}

/** Text without dots contains no links. */
export const weightOf = ({ text, mayHoldLinks }: Piece): number =>
  twitterText.parseTweet(mayHoldLinks ? text : text.replaceAll('.', ',')).weightedLength

const rules: NetworkRules = {
  name: 'X',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel'],
  mediaKinds: ['image', 'gif', 'video'],
}

export function validate(post: ResolvedPost): RuleIssue[] {
  const issues = checkPost(rules, post)
  const alone = post.media.filter(({ kind }) => kind !== 'image').length
  if (alone > 0 && post.media.length > 1)
    issues.push(
      limit(
        'media_urls',
        'X supports up to 4 images, 1 animated GIF or 1 video, but not several kinds. Keep one kind.',
      ),
    )
  const parts = checkedParts(post)
  // Skipped for long parts, which must change anyway and are slow to compare.
  if (issues.every(({ field }) => field !== 'caption')) issues.push(...repeatedParts(parts))
  if (parts.length > 1 && !networkFacts('x').chains)
    issues.push(
      unsupported(
        'caption_format',
        'X does not allow this app to reply to its own posts, so it cannot post threads. Remove caption_format.',
      ),
    )
  issues.push(...checkReply(post, parts))
  parts.forEach((part, index) => {
    if (part.trim() === '' && (index > 0 || post.media.length === 0))
      issues.push(limit('caption', 'X needs text or media. Write a caption.'))
    const cashtags = new Set(twitterText.extractCashtags(part).map((tag) => tag.toLowerCase())).size
    if (cashtags > 1)
      issues.push(limit('caption', `X allows 1 cashtag in a post, but there are ${cashtags}. Remove ${cashtags - 1}.`))
  })
  return issues
}

/** The first comment is a reply, and X refuses duplicate posts. */
function checkReply({ firstComment }: ResolvedPost, parts: readonly string[]): RuleIssue[] {
  if (!firstComment) return []
  if (!networkFacts('x').chains)
    return [
      unsupported('first_comment', 'X does not allow this app to reply to its own posts. Remove the first comment.'),
    ]
  const isRepeated = parts.some((part) => ownText(part) === ownText(firstComment))
  if (!isRepeated) return []
  return [
    limit(
      'first_comment',
      'The first comment has the same text as the post, and X refuses duplicate posts. Change one of them.',
    ),
  ]
}

/** X refuses duplicate posts, so equal parts would break the thread. */
function repeatedParts(parts: readonly string[]): RuleIssue[] {
  if (parts.length < 2) return []
  const numbers = new Map<string, number[]>()
  parts.forEach((part, index) => {
    const text = ownText(part)
    if (text !== '') numbers.set(text, [...(numbers.get(text) ?? []), index + 1])
  })
  return [...numbers.values()].flatMap((similar) => {
    if (similar.length < 2) return []
    const which = `${similar.slice(0, -1).join(', ')} and ${similar.at(-1)}`
    return limit(
      'caption',
      `Parts ${which} of the thread have the same text, and X refuses duplicate posts. Change all but one of them.`,
    )
  })
}

export const mediaRules: MediaRules = {
  network: 'X',
  rules: [
    {
      what: 'images',
      kind: 'image',
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      bytes: { max: 5_000_000 },
    },
    {
      what: 'animated GIFs',
      kind: 'gif',
      types: ['image/gif'],
      bytes: { max: 15_000_000 },
      width: { max: 1_280 },
      height: { max: 1_080 },
    },
    {
      what: 'videos',
      kind: 'video',
      types: ['video/mp4', 'video/quicktime'],
      bytes: { max: 512_000_000 },
      // 1280×1024 in either orientation: X itself recommends 720×1280.
      width: { min: 32, max: 1_280 },
      height: { min: 32, max: 1_280 },
      pixels: { max: 1_280 * 1_024 },
      ratio: { min: 1 / 3, max: 3 },
      framesPerSecond: { max: 60 },
      durationSeconds: { min: 0.5, max: 140 },
      videoCodecs: ['avc'],
      audioCodecs: ['aac'],
    },
  ],
}
