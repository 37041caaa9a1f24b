import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { characters, checkPost, limit, type NetworkRules, unsupported } from '../rules'

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
  if (post.media.length === 0 && post.text.trim() === '')
    issues.push(limit('caption', 'LinkedIn has no posts without text or media. Write something.'))
  return issues
}
