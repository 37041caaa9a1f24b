import twitterText from 'twitter-text'
import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { checkPost, limit, type NetworkRules } from '../rules'

export const limits: ChannelLimits = {
  textMax: 280,
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

/** X's own rule: most letters weigh 1, emoji and CJK 2, every link 23. */
export const countText = (text: string): number => twitterText.parseTweet(text).weightedLength

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
  const parts = post.thread ?? [post.text]
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
