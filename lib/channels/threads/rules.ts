import { graphemesOf, runsOf } from '../../graphemes'
import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media/media-rules'
import { characters, checkedParts, checkNotEmpty, checkPost, exactCountMax, limit, type NetworkRules } from '../rules'
import { networkFacts } from '../settings'

export const limits: ChannelLimits = {
  textMax: 500,
  textUnit: 'bytes_emoji',
  commentMax: 500,
  // Several hashtags are allowed; only the first becomes the topic.
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: 1_000,
  linkMax: null,
  imagesMax: 20,
  carousel: { min: 2, max: 20 },
  needsMedia: false,
}

const encoder = new TextEncoder()
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Threads counts emoji in UTF-8 bytes and other characters as one. Far beyond the limit this is an estimate. */
export function countText(text: string): number {
  const exactMax = exactCountMax(limits)
  let count = 0
  for (const { text: run, index, hasEmoji } of runsOf(text)) {
    count += hasEmoji ? countWithEmoji(run, exactMax - count) : characters(run)
    if (count > exactMax) return count + characters(text.slice(index + run.length))
  }
  return count
}

function countWithEmoji(run: string, exactMax: number): number {
  let count = 0
  for (const { segment, index } of graphemesOf(run)) {
    count += emoji.test(segment) ? encoder.encode(segment).length : characters(segment)
    if (count > exactMax) return count + characters(run.slice(index + segment.length))
  }
  return count
}

const rules: NetworkRules = {
  name: 'Threads',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel'],
  mediaKinds: ['image', 'video'],
}

export const validate = (post: ResolvedPost): RuleIssue[] => [
  ...checkPost(rules, post),
  ...checkNotEmpty('Threads', post),
  ...checkLinks(post),
]

const urlPattern = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi

/** Duplicate URLs count once. The post's link belongs to the first part. */
function checkLinks(post: ResolvedPost): RuleIssue[] {
  const max = networkFacts('threads').links_max
  if (max === null) return []
  return checkedParts(post).flatMap((part, index) => {
    const attached = index === 0 && post.media.length === 0 && post.link ? [post.link] : []
    const count = new Set([...(part.match(urlPattern) ?? []), ...attached]).size
    if (count <= max) return []
    return [limit('caption', `Threads allows ${max} links in a post, but there are ${count}. Remove ${count - max}.`)]
  })
}

export const mediaRules: MediaRules = {
  network: 'Threads',
  rules: [
    {
      what: 'images',
      kind: 'image',
      types: ['image/jpeg', 'image/png'],
      bytes: { max: 8_000_000 },
      width: { min: 320 },
      ratio: { min: 0.1, max: 10 },
    },
    {
      what: 'videos',
      kind: 'video',
      types: ['video/mp4', 'video/quicktime'],
      bytes: { max: 1_000_000_000 },
      width: { max: 1_920 },
      framesPerSecond: { min: 23, max: 60 },
      bitsPerSecond: { max: 100_000_000 },
      durationSeconds: { max: 300 },
      videoCodecs: ['avc', 'hevc'],
      audioCodecs: ['aac'],
      moovFirst: true,
    },
  ],
}
