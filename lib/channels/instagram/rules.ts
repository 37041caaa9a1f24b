import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { characters, checkPost, type NetworkRules } from '../rules'

export const limits: ChannelLimits = {
  textMax: 2_200,
  textUnit: 'characters',
  hashtagsMax: 30,
  mentionsMax: 20,
  titleMax: null,
  altTextMax: 1_000,
  linkMax: null,
  imagesMax: 10,
  carousel: { min: 2, max: 10 },
  needsMedia: true,
}

export const countText = characters

const rules: NetworkRules = {
  name: 'Instagram',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel', 'story'],
  mediaKinds: ['image', 'video'],
}

export const validate = (post: ResolvedPost): RuleIssue[] => checkPost(rules, post)
