import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import type { MediaRules } from '../media/media-rules'
import { characters, checkPost, type NetworkRules, unsupported } from '../rules'
import { networkFacts } from '../settings'

export const limits: ChannelLimits = {
  textMax: 800,
  textUnit: 'characters',
  commentMax: null,
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: 100,
  altTextMax: 500,
  linkMax: 2_048,
  imagesMax: 5,
  carousel: { min: 2, max: 5 },
  needsMedia: true,
}

export const countText = characters

const rules: NetworkRules = {
  name: 'Pinterest',
  limits,
  countText,
  postTypes: ['single', 'carousel', 'reel'],
  mediaKinds: ['image', 'video'],
}

export function validate(post: ResolvedPost): RuleIssue[] {
  const issues = checkPost(rules, post)
  const videos = post.media.filter(({ kind }) => kind === 'video').length
  if (videos > 0 && post.media.length > 1)
    issues.push(unsupported('media_urls', 'Pinterest does not mix videos with other media. Post the video separately.'))
  if (videos > 0 && !post.coverImageUrl)
    issues.push({
      field: 'cover_image_url',
      code: 'media_required',
      message: 'Pinterest needs a cover image for a video. Set cover_image_url in the overrides for pinterest.',
    })
  return issues
}

const imageTypes = ['image/jpeg', 'image/png']

const facts = () => networkFacts('pinterest')
const imageBytes = () => ({ max: facts().image_max_bytes })

/** Pinterest documents no sizes. Third parties report two; the smaller one is used. */
export const mediaRules: MediaRules = {
  network: 'Pinterest',
  rules: [
    {
      what: 'images',
      kind: 'image',
      types: imageTypes,
      get bytes() {
        return imageBytes()
      },
    },
    {
      what: 'cover images',
      kind: 'cover',
      types: imageTypes,
      get bytes() {
        return imageBytes()
      },
    },
    {
      what: 'videos',
      kind: 'video',
      types: ['video/mp4', 'video/quicktime', 'video/x-m4v'],
      get bytes() {
        return { max: facts().video_max_bytes }
      },
      get durationSeconds() {
        return { min: facts().video_min_seconds, max: facts().video_max_seconds }
      },
      get ratio() {
        return { min: facts().video_min_ratio, max: facts().video_max_ratio }
      },
    },
  ],
  unequalRatios: 'refused',
}
