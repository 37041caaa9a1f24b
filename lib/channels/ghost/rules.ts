import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media/media-rules'
import { characters, checkPost, limit, type NetworkRules } from '../rules'
import { networkFacts } from '../settings'

export const limits: ChannelLimits = {
  textMax: null,
  textUnit: 'characters',
  commentMax: null,
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: 255,
  altTextMax: null,
  linkMax: null,
  // Ghost has no limit. This one bounds the upload time.
  imagesMax: 100,
  carousel: null,
  needsMedia: false,
}

const facts = () => networkFacts('ghost')

export const countText = characters

const rules: NetworkRules = {
  name: 'Ghost',
  limits,
  countText,
  // Videos are cards in the text like images, so reels of other channels need no override.
  postTypes: ['single', 'carousel', 'reel'],
  mediaKinds: ['image', 'gif', 'video'],
}

export function validate(post: ResolvedPost): RuleIssue[] {
  const issues = checkPost(rules, post)
  const { excerpt_max: excerptMax } = facts()
  const excerpt = characters(post.ghost?.excerpt ?? '')
  if (excerpt > excerptMax)
    issues.push(
      limit(
        'excerpt',
        `Ghost allows ${excerptMax} characters in the excerpt, but there are ${excerpt}. Remove ${excerpt - excerptMax}.`,
      ),
    )
  if (titleOf(post) === '')
    issues.push(
      limit('title', 'A Ghost post needs a title. Set one, or write a caption: its first line becomes the title.'),
    )
  return [...issues, ...checkFeatureImage(post)]
}

/** The alt text of the feature image has its own, shorter column; other images are in the text. */
function checkFeatureImage({ media }: ResolvedPost): RuleIssue[] {
  const max = facts().feature_image_alt_max
  const index = media.findIndex(({ kind }) => kind !== 'video')
  const count = characters(media[index]?.altText ?? '')
  if (max === null || count <= max) return []
  const message = `Ghost allows ${max} characters of alt text for the feature image, but there are ${count}. Remove ${count - max}.`
  return [limit(`slides.${index}.alt_text`, message)]
}

/** The title, or the first line of the caption. The body keeps the full caption. */
export function titleOf(post: ResolvedPost): string {
  const title = post.title?.trim()
  if (title) return title
  const line =
    post.caption
      .split('\n')
      .find((text) => text.trim() !== '')
      ?.trim() ?? ''
  return [...line].slice(0, 255).join('')
}

const imageBytes = () => ({ max: facts().image_max_bytes })

/** Ghost serves files unchanged. The sizes are our limits, so that uploads finish in time. */
export const mediaRules: MediaRules = {
  network: 'Ghost',
  rules: [
    {
      what: 'images',
      kind: 'image',
      // SVG may contain scripts and would be served unchanged, so it is rasterized.
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      get bytes() {
        return imageBytes()
      },
      isServedUnchanged: true,
    },
    {
      what: 'videos',
      kind: 'video',
      types: ['video/mp4', 'video/webm', 'video/quicktime'],
      get bytes() {
        return { max: facts().video_max_bytes }
      },
    },
    {
      what: 'cover images',
      kind: 'cover',
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      get bytes() {
        return imageBytes()
      },
      isServedUnchanged: true,
    },
    {
      what: 'animated GIFs',
      kind: 'gif',
      types: ['image/gif'],
      get bytes() {
        return imageBytes()
      },
      isServedUnchanged: true,
    },
  ],
}
