import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media-rules'
import { characters, checkPost, limit, type NetworkRules } from '../rules'

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

const excerptMax = 300

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
  return issues
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

/** Ghost keeps files as they are and gives them to readers. The sizes are ours: an upload has to end in its deadline. */
export const mediaRules: MediaRules = {
  network: 'Ghost',
  rules: [
    {
      what: 'pictures',
      kind: 'image',
      // A drawing may hold a script, and readers get the very file: it goes there as a picture of itself.
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      bytes: { max: 50_000_000 },
      isServedAsGiven: true,
    },
    {
      what: 'films',
      kind: 'video',
      types: ['video/mp4', 'video/webm', 'video/quicktime'],
      bytes: { max: 1_000_000_000 },
    },
    {
      what: 'cover pictures',
      kind: 'cover',
      types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
      bytes: { max: 50_000_000 },
      isServedAsGiven: true,
    },
    { what: 'animated GIFs', kind: 'gif', types: ['image/gif'], bytes: { max: 50_000_000 }, isServedAsGiven: true },
  ],
}
