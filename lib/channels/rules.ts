import type { ChannelLimits, PostMedia, ResolvedPost, RuleIssue } from './channel'
import { supportsAltText } from './media/alt-text'

/** Checks shared by all networks, driven by their limits. Has no Node or HTTP imports, because contracts import it. */
export type NetworkRules = {
  name: string
  limits: ChannelLimits
  countText(text: string): number
  /** Post types that Storycast supports on the network. */
  postTypes: readonly ResolvedPost['postType'][]
  mediaKinds: readonly PostMedia['kind'][]
}

const code = 'channel_limit'

export function checkPost(rules: NetworkRules, post: ResolvedPost): RuleIssue[] {
  return [
    ...checkKind(rules, post),
    ...checkText(rules, post),
    ...checkComment(rules, post),
    ...checkTags(rules, post),
    ...checkFields(rules, post),
    ...checkMedia(rules, post),
  ]
}

function checkKind({ name, postTypes, mediaKinds, limits }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const issues: RuleIssue[] = []
  if (!postTypes.includes(post.postType))
    issues.push(
      unsupported('post_type', `${name} does not support posts of type ${post.postType}. Choose another type.`),
    )
  const unsupportedMedia = post.media.find(({ kind }) => !mediaKinds.includes(kind))
  if (unsupportedMedia)
    issues.push(
      unsupported(
        'media_urls',
        `Storycast cannot post ${plural[unsupportedMedia.kind]} to ${name}. Use ${list(mediaKinds)}.`,
      ),
    )
  if (limits.needsMedia && post.media.length === 0)
    issues.push({
      field: 'media_urls',
      code: 'media_required',
      message: `${name} needs an image or a video. Add one, or remove ${name}.`,
    })
  return issues
}

/** Texts beyond this are only estimated, so that counting stays fast. */
export const exactCountMax = ({ textMax }: Pick<ChannelLimits, 'textMax'>): number =>
  (textMax ?? 0) + Math.max(textMax ?? 0, 2_500)

/** Max parts of a thread. More would take seconds to check. */
export const threadPartsMax = 100
/** The check stops after this many parts that are too long. */
const longPartsMax = 5

function checkText({ name, limits, countText }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const max = limits.textMax
  if (max === null) return []
  const count = partsOf(post).length
  if (count > threadPartsMax) {
    const message = `A thread on ${name} has at most ${threadPartsMax} parts, but this one has ${count}. Join some of them.`
    return [limit('caption', message)]
  }
  const issues: RuleIssue[] = []
  for (const [index, part] of partsOf(post).entries()) {
    const what = post.thread ? `Part ${index + 1} of the thread` : 'The text'
    const message = tooLong(what, countText(part), { name, max, exactMax: exactCountMax(limits) })
    if (message) issues.push(limit('caption', message))
    if (issues.length === longPartsMax) break
  }
  return issues
}

function checkComment({ name, limits, countText }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const { firstComment: text = null, postType } = post
  if (text === null) return []
  const max = limits.commentMax
  const where = postType === 'story' ? `Stories on ${name}` : name
  if (max === null || postType === 'story')
    return [unsupported('first_comment', `${where} cannot have a first comment. Remove it.`)]
  const message = tooLong('The first comment', countText(text), { name, max, exactMax: exactCountMax(limits) })
  if (message) return [limit('first_comment', message)]
  const hashtags = text.match(hashtagPattern)?.length ?? 0
  if (limits.hashtagsMax === null || hashtags <= limits.hashtagsMax) return []
  return [limit('first_comment', over(name, 'hashtags in a comment', hashtags, limits.hashtagsMax))]
}

function tooLong(
  what: string,
  count: number,
  { name, max, exactMax }: { name: string; max: number; exactMax: number },
) {
  if (count <= max) return null
  if (count > exactMax)
    return `${what} has more than ${exactMax} characters (${name}'s count). The limit is ${max}. Shorten it.`
  return `${what} has ${count} characters (${name}'s count). The limit is ${max}. Remove ${count - max}.`
}

const hashtagPattern = /(?:^|[^\p{L}\p{N}_&/])#[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*/gu
const mentionPattern = /(?:^|[^\p{L}\p{N}_])@[\p{L}\p{N}_.]+/gu

function checkTags({ name, limits }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const issues: RuleIssue[] = []
  const hashtags = post.text.match(hashtagPattern)?.length ?? 0
  const mentions = post.text.match(mentionPattern)?.length ?? 0
  if (limits.hashtagsMax !== null && hashtags > limits.hashtagsMax)
    issues.push(limit('hashtags', over(name, 'hashtags', hashtags, limits.hashtagsMax)))
  if (limits.mentionsMax !== null && mentions > limits.mentionsMax)
    issues.push(limit('caption', over(name, 'mentions', mentions, limits.mentionsMax)))
  return issues
}

function checkFields({ name, limits }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const issues: RuleIssue[] = []
  const title = characters(post.title ?? '')
  if (limits.titleMax !== null && title > limits.titleMax)
    issues.push(limit('title', over(name, 'characters in the title', title, limits.titleMax)))
  const link = post.link?.length ?? 0
  if (limits.linkMax !== null && link > limits.linkMax)
    issues.push(limit('link', over(name, 'characters in the link', link, limits.linkMax)))
  post.media.forEach(({ altText, kind }, index) => {
    if (!supportsAltText(post.channel, { kind, index, postType: post.postType })) return
    const count = characters(altText ?? '')
    if (limits.altTextMax !== null && count > limits.altTextMax)
      issues.push(limit(`slides.${index}.alt_text`, over(name, 'characters of alt text', count, limits.altTextMax)))
  })
  return issues
}

function checkMedia({ name, limits }: NetworkRules, post: ResolvedPost): RuleIssue[] {
  const count = post.media.length
  const { carousel } = limits
  if (post.postType === 'carousel' && carousel && (count < carousel.min || count > carousel.max)) {
    const remedy = count < carousel.min ? `Add ${carousel.min - count}.` : `Remove ${count - carousel.max}.`
    const message = `A carousel on ${name} has ${carousel.min} to ${carousel.max} items, but this one has ${count}. ${remedy}`
    return [{ field: 'slides', code: 'carousel_size', message }]
  }
  if (post.postType === 'story' && count !== 1)
    return [limit('media_urls', `A story on ${name} needs exactly one image or video, but there are ${count}.`)]
  if (post.postType === 'reel' && (count !== 1 || post.media[0]?.kind !== 'video'))
    return [limit('media_urls', `A reel on ${name} needs exactly one video. Add one, or choose another type.`)]
  if (count > limits.imagesMax) return [limit('media_urls', over(name, 'media in one post', count, limits.imagesMax))]
  return []
}

/** The texts to post, in order. */
export const partsOf = ({ thread, text }: Pick<ResolvedPost, 'thread' | 'text'>): string[] =>
  thread && thread.length > 0 ? thread : [text]

/** The parts to check. */
export const checkedParts = (post: Pick<ResolvedPost, 'thread' | 'text'>): string[] =>
  partsOf(post).slice(0, threadPartsMax)

/** For networks that need text or media. */
export function checkNotEmpty(name: string, post: ResolvedPost): RuleIssue[] {
  if (post.media.length > 0 || partsOf(post).some((part) => part.trim() !== '')) return []
  return [limit('caption', `${name} needs text or media. Write a caption.`)]
}

/** Code points: what users and networks count as characters. */
export const characters = (text: string): number => text.length - (text.match(surrogatePair)?.length ?? 0)

const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/g

export const limit = (field: string, message: string): RuleIssue => ({ field, code, message })
export const unsupported = (field: string, message: string): RuleIssue => ({ field, code: 'unsupported', message })

const plural: Record<PostMedia['kind'], string> = { image: 'images', gif: 'animated GIFs', video: 'videos' }

const list = (kinds: readonly PostMedia['kind'][]): string => kinds.map((kind) => plural[kind]).join(' or ')

const over = (name: string, what: string, count: number, max: number): string =>
  `${name} allows ${max} ${what}, but there are ${count}. Remove ${count - max}.`
