import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media-rules'
import { characters, checkPost, checkSomething, type NetworkRules, unsupported } from '../rules'
import { checkArticleTitle } from './article'

export const limits: ChannelLimits = {
  textMax: 3_000,
  textUnit: 'characters',
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: 4_086,
  linkMax: null,
  imagesMax: 20,
  carousel: { min: 2, max: 20 },
  needsMedia: false,
}

/** As written: the backslashes of the wire form are not counted. */
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
    issues.push(unsupported('media_urls', 'LinkedIn does not mix films with other media. Post the film by itself.'))
  return [...issues, ...checkSomething('LinkedIn', post), ...checkArticleTitle(post)]
}

const pictures = { types: ['image/jpeg', 'image/png', 'image/gif'], pixels: { max: 36_152_319 } }

export const mediaRules: MediaRules = {
  network: 'LinkedIn',
  rules: [
    // LinkedIn names pixels alone; the bytes keep an upload within its deadline.
    { ...pictures, what: 'pictures', kind: 'image', bytes: { max: 36_000_000 } },
    { ...pictures, what: 'animated GIFs', kind: 'gif', frames: { max: 250 }, bytes: { max: 36_000_000 } },
    { ...pictures, what: 'pictures of a link', kind: 'cover', bytes: { max: 36_000_000 } },
    {
      what: 'films',
      kind: 'video',
      types: ['video/mp4'],
      bytes: { min: 75_000, max: 500_000_000 },
      durationSeconds: { min: 3, max: 1_800 },
    },
  ],
  coverOf: 'link',
}
