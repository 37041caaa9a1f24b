import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { foldOf } from '../fold'
import type { MediaRules } from '../media/media-rules'
import { characters, checkNotEmpty, checkPost, type NetworkRules, unsupported } from '../rules'
import { networkFacts } from '../settings'

const facts = () => networkFacts('facebook')

export const limits: ChannelLimits = {
  textMax: 63_206,
  textUnit: 'characters',
  get fold() {
    return foldOf(facts())
  },
  commentMax: 8_000,
  hashtagsMax: null,
  mentionsMax: null,
  titleMax: null,
  get altTextMax() {
    return facts().alt_text_max
  },
  linkMax: null,
  get imagesMax() {
    return facts().images_max
  },
  get carousel() {
    return { min: 2, max: facts().images_max }
  },
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
  const videos = post.media.filter(({ kind }) => kind === 'video').length
  if (videos > 0 && post.media.length > 1)
    issues.push(unsupported('media_urls', 'Facebook does not mix videos with other media. Post the video separately.'))
  // A post can consist of a link only.
  return post.link ? issues : [...issues, ...checkNotEmpty('Facebook', post)]
}

const mp4 = ['video/mp4', 'video/quicktime']
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/tiff', 'image/bmp']

export const mediaRules: MediaRules = {
  network: 'Facebook',
  rules: [
    {
      what: 'images',
      kind: 'image',
      types: imageTypes,
      get bytes() {
        return { max: facts().image_max_bytes }
      },
    },
    {
      what: 'animated GIFs',
      kind: 'gif',
      types: ['image/gif'],
      get bytes() {
        return { max: facts().image_max_bytes }
      },
    },
    {
      what: 'reels',
      postTypes: ['reel'],
      kind: 'video',
      types: mp4,
      width: { min: 540 },
      height: { min: 960 },
      ratio: { min: 9 / 16, max: 9 / 16 },
      framesPerSecond: { min: 24, max: 60 },
      durationSeconds: { min: 3, max: 90 },
      audioCodecs: ['aac'],
    },
    { what: 'story videos', postTypes: ['story'], kind: 'video', types: mp4, durationSeconds: { max: 60 } },
    { what: 'videos', kind: 'video', types: mp4 },
  ],
}
