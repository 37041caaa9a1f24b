import twitterText from 'twitter-text'
import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media-rules'
import { characters, checkedParts, checkPost, exactCountMax, limit, type NetworkRules, unsupported } from '../rules'
import { networkFacts } from '../settings'
import { type Piece, piecesOf } from './pieces'
import { ownText } from './text'

export const limits: ChannelLimits = {
  get textMax() {
    return networkFacts('x').text_max
  },
  textUnit: 'weighted',
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: 1_000,
  linkMax: null,
  imagesMax: 4,
  carousel: { min: 1, max: 4 },
  needsMedia: false,
}

/** X's own rule: most letters weigh 1, emoji and CJK 2, every link 23. Far beyond the limit it is an estimate. */
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

/** Without dots there are no links to look for. */
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
      limit('media_urls', 'X takes up to 4 pictures, or 1 animated GIF, or 1 film, and never a mix. Keep one kind.'),
    )
  const parts = checkedParts(post)
  // Parts that are too long have to change anyway, and take long to compare.
  if (issues.every(({ field }) => field !== 'caption')) issues.push(...repeatedParts(parts))
  if (parts.length > 1 && !networkFacts('x').chains)
    issues.push(
      unsupported(
        'caption_format',
        'X does not let this app answer its own posts, so a thread cannot be posted. Leave caption_format out.',
      ),
    )
  parts.forEach((part, index) => {
    if (part.trim() === '' && (index > 0 || post.media.length === 0))
      issues.push(limit('caption', 'X has no posts without text or media. Write something.'))
    const cashtags = new Set(twitterText.extractCashtags(part).map((tag) => tag.toLowerCase())).size
    if (cashtags > 1)
      issues.push(
        limit('caption', `X allows 1 cashtag in a post, and there are ${cashtags}. Take out ${cashtags - 1}.`),
      )
  })
  return issues
}

/** X refuses what an account has just said, so a part like one before it would break the chain in its middle. */
function repeatedParts(parts: readonly string[]): RuleIssue[] {
  if (parts.length < 2) return []
  const numbers = new Map<string, number[]>()
  parts.forEach((part, index) => {
    const text = ownText(part)
    if (text !== '') numbers.set(text, [...(numbers.get(text) ?? []), index + 1])
  })
  return [...numbers.values()].flatMap((alike) => {
    if (alike.length < 2) return []
    const which = `${alike.slice(0, -1).join(', ')} and ${alike.at(-1)}`
    return limit(
      'caption',
      `Parts ${which} of the thread say the same, and X refuses a post that repeats another. Leave one of them as it is, and change the others.`,
    )
  })
}

export const mediaRules: MediaRules = {
  network: 'X',
  rules: [
    {
      what: 'pictures',
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
      what: 'films',
      kind: 'video',
      types: ['video/mp4', 'video/quicktime'],
      bytes: { max: 512_000_000 },
      // 1280×1024 lying or standing: 720×1280 is a size that X itself recommends.
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
