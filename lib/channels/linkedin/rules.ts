import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { foldOf } from '../fold'
import type { MediaRules } from '../media/media-rules'
import { characters, checkNotEmpty, checkPost, type NetworkRules, unsupported } from '../rules'
import { networkFacts } from '../settings'
import { checkArticleTitle } from './article'

export const limits: ChannelLimits = {
  textMax: 3_000,
  textUnit: 'characters',
  get fold() {
    return foldOf(networkFacts('linkedin'))
  },
  commentMax: 1_250,
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: 4_086,
  linkMax: null,
  imagesMax: 20,
  carousel: { min: 2, max: 20 },
  needsMedia: false,
}

/** Counted as written, without escape backslashes. */
export const countText = characters

const rules: NetworkRules = {
  name: 'LinkedIn',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel'],
  mediaKinds: ['image', 'gif', 'video'],
}

export function validate(post: ResolvedPost): RuleIssue[] {
  const issues = checkPost(rules, post)
  if (post.media.some(({ kind }) => kind === 'video') && post.media.length > 1)
    issues.push(unsupported('media_urls', 'LinkedIn does not mix videos with other media. Post the video separately.'))
  return [...issues, ...checkNotEmpty('LinkedIn', post), ...checkArticleTitle(post)]
}

const images = { types: ['image/jpeg', 'image/png', 'image/gif'], pixels: { max: 36_152_319 } }

export const mediaRules: MediaRules = {
  network: 'LinkedIn',
  rules: [
    // LinkedIn only limits pixels. The byte limit lets uploads finish in time.
    { ...images, what: 'images', kind: 'image', bytes: { max: 36_000_000 } },
    { ...images, what: 'animated GIFs', kind: 'gif', frames: { max: 250 }, bytes: { max: 36_000_000 } },
    { ...images, what: 'link images', kind: 'cover', bytes: { max: 36_000_000 } },
    {
      what: 'videos',
      kind: 'video',
      types: ['video/mp4'],
      bytes: { min: 75_000, max: 500_000_000 },
      durationSeconds: { min: 3, max: 1_800 },
    },
  ],
  coverOf: 'link',
}
