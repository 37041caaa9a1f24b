import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { characters, checkPost, type NetworkRules, unsupported } from '../rules'

export const limits: ChannelLimits = {
  textMax: 63_206,
  textUnit: 'characters',
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  altTextMax: null,
  linkMax: null,
  imagesMax: 10,
  carousel: { min: 2, max: 10 },
  needsMedia: false,
}

export const countText = characters

const rules: NetworkRules = {
  name: 'Facebook',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel', 'story'],
  mediaKinds: ['image', 'gif', 'video'],
}

export function validate(post: ResolvedPost): RuleIssue[] {
  const issues = checkPost(rules, post)
  const films = post.media.filter(({ kind }) => kind === 'video').length
  if (films > 0 && post.media.length > 1)
    issues.push(unsupported('media_urls', 'Facebook does not mix films with other media. Post the film by itself.'))
  if (post.postType === 'story' && films > 0)
    issues.push(unsupported('post_type', 'Film stories on Facebook cannot be posted from here yet. Post it as a reel.'))
  return issues
}
