import type { ChannelLimits, ResolvedPost, RuleIssue } from '../channel'
import { foldOf } from '../fold'
import type { MediaRules } from '../media/media-rules'
import { characters, checkPost, type NetworkRules } from '../rules'
import { networkFacts } from '../settings'

export const limits: ChannelLimits = {
  textMax: 2_200,
  textUnit: 'characters',
  get fold() {
    return foldOf(networkFacts('instagram'))
  },
  commentMax: 2_200,
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

const mp4 = ['video/mp4', 'video/quicktime']
const meta = { videoCodecs: ['avc', 'hevc'], audioCodecs: ['aac'], moovFirst: true } as const
const image = { kind: 'image', types: ['image/jpeg'], bytes: { max: 8_000_000 } } as const
const video = {
  ...meta,
  kind: 'video',
  types: mp4,
  width: { max: 1_920 },
  framesPerSecond: { min: 23, max: 60 },
  bitsPerSecond: { max: 25_000_000 },
} as const

export const mediaRules: MediaRules = {
  network: 'Instagram',
  rules: [
    { ...image, what: 'story images', postTypes: ['story'] },
    { ...image, what: 'images', width: { min: 320 }, ratio: { min: 4 / 5, max: 1.91 } },
    {
      ...video,
      what: 'story videos',
      postTypes: ['story'],
      bytes: { max: 100_000_000 },
      durationSeconds: { min: 3, max: 60 },
      ratio: { min: 0.1, max: 10 },
    },
    {
      ...video,
      what: 'videos',
      bytes: { max: 300_000_000 },
      durationSeconds: { min: 3, max: 900 },
      ratio: { min: 0.01, max: 10 },
    },
    { what: 'cover images', kind: 'cover', types: ['image/jpeg'], bytes: { max: 8_000_000 }, croppedTo: 9 / 16 },
  ],
  unequalRatios: 'cropped',
}
