import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media-rules'
import { characters, checkPost, limit, type NetworkRules } from '../rules'
import { networkFacts } from '../settings'

export const limits: ChannelLimits = {
  textMax: null,
  textUnit: 'characters',
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: 255,
  altTextMax: null,
  linkMax: null,
  // Ghost has no limit; this one keeps a post from uploading for an hour.
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
  // A film is a card in the text like any picture, so a story made as a reel for others needs no version of its own.
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
        `Ghost allows ${excerptMax} characters in the excerpt, and there are ${excerpt}. Take out ${excerpt - excerptMax}.`,
      ),
    )
  if (titleOf(post) === '')
    issues.push(limit('title', 'A Ghost post needs a title. Set one, or write a caption whose first line can be it.'))
  return [...issues, ...checkFeatureImage(post)]
}

/** The first picture stands above the post, and its alt text has a column of its own; the others are in the text. */
function checkFeatureImage({ media }: ResolvedPost): RuleIssue[] {
  const max = facts().feature_image_alt_max
  const index = media.findIndex(({ kind }) => kind !== 'video')
  const count = characters(media[index]?.altText ?? '')
  if (max === null || count <= max) return []
  const message = `Ghost allows ${max} characters of alt text for the picture above a post, and there are ${count}. Take out ${count - max}.`
  return [limit(`slides.${index}.alt_text`, message)]
}

/** The title, or the first line of the caption, which the body still holds in full. */
export function titleOf(post: ResolvedPost): string {
  const given = post.title?.trim()
  if (given) return given
  const line =
    post.caption
      .split('\n')
      .find((text) => text.trim() !== '')
      ?.trim() ?? ''
  return [...line].slice(0, 255).join('')
}

const imageBytes = () => ({ max: facts().image_max_bytes })

/** Ghost keeps files as they are and gives them to readers. The sizes are ours: an upload has to end in its deadline. */
export const mediaRules: MediaRules = {
  network: 'Ghost',
  rules: [
    {
      what: 'pictures',
      kind: 'image',
      // A drawing may hold a script, and readers get the very file: it goes there as a picture of itself.
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      get bytes() {
        return imageBytes()
      },
      isServedAsGiven: true,
    },
    {
      what: 'films',
      kind: 'video',
      types: ['video/mp4', 'video/webm', 'video/quicktime'],
      get bytes() {
        return { max: facts().video_max_bytes }
      },
    },
    {
      what: 'cover pictures',
      kind: 'cover',
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      get bytes() {
        return imageBytes()
      },
      isServedAsGiven: true,
    },
    {
      what: 'animated GIFs',
      kind: 'gif',
      types: ['image/gif'],
      get bytes() {
        return imageBytes()
      },
      isServedAsGiven: true,
    },
  ],
}
