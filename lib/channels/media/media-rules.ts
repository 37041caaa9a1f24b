import type { MediaFacts } from '@/lib/media-files/media-facts'
import type { PostType } from '@/lib/story-content'
import type { MediaFix, PostMedia, RuleIssue } from '../channel'

/** Media rules as data, and one check for all networks. Has no Node or HTTP imports, so the browser can use it. */
export type Range = { min?: number; max?: number }

export type MediaRule = {
  /** The media it applies to, for messages: `story videos`. */
  what: string
  /** Post types; defaults to all. */
  postTypes?: readonly PostType[]
  /** `cover` is the image shown before a video plays. */
  kind: PostMedia['kind'] | 'cover'
  /** MIME types accepted unchanged. */
  types: readonly string[]
  bytes?: Range
  width?: Range
  height?: Range
  /** Width divided by height. */
  ratio?: Range
  /** Width times height. */
  pixels?: Range
  /** Frames of an animation. */
  frames?: Range
  durationSeconds?: Range
  framesPerSecond?: Range
  /** Bits per second. */
  bitsPerSecond?: Range
  videoCodecs?: readonly string[]
  /** The aspect ratio that the network crops to. */
  croppedTo?: number
  /** Videos without audio are accepted. */
  audioCodecs?: readonly string[]
  /** The video's index (moov) must come before its data. */
  moovFirst?: boolean
  /** Readers get the file itself, so it must not contain a location. */
  isServedUnchanged?: boolean
}

export type MediaRules = {
  /** Display name. */
  network: string
  /** The first rule that matches post type and kind applies. No match: no restriction. */
  rules: readonly MediaRule[]
  /** Set if all media of a carousel must have the same ratio: others are `refused`, or `cropped` to the first one's. */
  unequalRatios?: 'refused' | 'cropped'
  /** What a cover is for; defaults to a video. A link has one in posts without media. */
  coverOf?: 'video' | 'link'
}

/** An invisible conversion that makes a network accept a file. */
export type Recipe = {
  /** `fast_start` moves the index of a video to the start; the others re-encode an image. */
  to: 'image/jpeg' | 'image/png' | 'fast_start'
  maxBytes: number | null
  maxPixels: number | null
  maxWidth: number | null
  maxHeight: number | null
}

export const renditionReasons = [
  'type',
  'bytes',
  'pixels',
  'dimensions',
  'orientation',
  'location',
  'moov_first',
] as const
export type RenditionReason = (typeof renditionReasons)[number]

export type MediaVerdict =
  | { state: 'ok' }
  | { state: 'rendition'; recipe: Recipe; reasons: RenditionReason[] }
  | { state: 'refused'; issues: FileIssue[] }

export type FileIssue = { message: string; fix: MediaFix }

/** The first rule for this kind and post type. */
export const ruleFor = (rules: MediaRules, postType: PostType, kind: MediaRule['kind']): MediaRule | undefined =>
  rules.rules.find((rule) => rule.kind === kind && (rule.postTypes?.includes(postType) ?? true))

/**
 * Checks one file against one rule: accepted, accepted after a conversion, or refused with reasons.
 *
 * @param file its name in messages, such as `Image 2`
 */
export function checkFile(network: string, rule: MediaRule, facts: MediaFacts, file = 'This file'): MediaVerdict {
  const words: Words = { supports: `${network} supports ${rule.what}`, file }
  const issues = checks.flatMap((check): FileIssue[] => {
    const message = check(words, rule, facts)
    return message === null ? [] : [{ message, fix: check === checkRatio ? 'crop' : 'replace' }]
  })
  if (issues.length > 0) return { state: 'refused', issues }
  const reasons = reasonsFor(rule, facts)
  if (reasons.length === 0) return { state: 'ok' }
  return { state: 'rendition', recipe: recipeFor(rule, facts), reasons }
}

/** Cache key of a rendition: equal keys produce equal files. */
export const recipeKey = ({ to, maxBytes, maxPixels, maxWidth, maxHeight }: Recipe): string =>
  [to, ...[maxBytes, maxPixels, maxWidth, maxHeight].map((limit) => limit ?? '-')].join('|')

/** Images that can be re-encoded without visible change. Animations cannot. */
export const isRewritable = ({ mime, isAnimated }: MediaFacts): boolean =>
  !isAnimated &&
  ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/gif', 'image/svg+xml'].includes(mime)

type Words = { supports: string; file: string }
type Check = (words: Words, rule: MediaRule, facts: MediaFacts) => string | null

/** Checks that no conversion can fix. Each names the rule, the limit, the actual value and the remedy. */
const checks: Check[] = [
  checkType,
  checkBytes,
  checkDimensions,
  checkPixels,
  checkRatio,
  checkFrames,
  checkDuration,
  checkFrameRate,
  checkBitRate,
  checkVideoCodec,
  checkAudioCodec,
]

function checkType({ supports, file }: Words, { types }: MediaRule, facts: MediaFacts): string | null {
  if (types.includes(facts.mime) || (canBeImage(types) && isRewritable(facts))) return null
  return `${supports} as ${listOf(types.map(typeName))}. ${file} is ${typeName(facts.mime)}. Save it as ${typeName(types[0] ?? '')}.`
}

function checkBytes({ supports, file }: Words, rule: MediaRule, facts: MediaFacts): string | null {
  const { bytes } = rule
  if (bytes?.min !== undefined && facts.bytes < bytes.min)
    return `${supports} of at least ${size(bytes.min)}. ${file} is ${size(facts.bytes)}. Use a larger one.`
  if (bytes?.max === undefined || facts.bytes <= bytes.max || isRewritable(facts)) return null
  return `${supports} of up to ${size(bytes.max)}. ${file} is ${size(facts.bytes)}. Make it smaller.`
}

function checkDimensions({ supports, file }: Words, { width, height }: MediaRule, facts: MediaFacts): string | null {
  const { width: wide, height: high } = facts
  if (wide === null || high === null) return null
  const has = `${file} is ${wide} × ${high}`
  if (wide < (width?.min ?? 0) || high < (height?.min ?? 0)) {
    return `${supports} of at least ${dimensions(width?.min, height?.min)}. ${has}. Use a larger one.`
  }
  const isOver = wide > (width?.max ?? wide) || high > (height?.max ?? high)
  if (!isOver || isRewritable(facts)) return null
  return `${supports} of at most ${dimensions(width?.max, height?.max)}. ${has}. Make it smaller.`
}

function checkPixels({ supports, file }: Words, { pixels }: MediaRule, facts: MediaFacts): string | null {
  const count = (facts.width ?? 0) * (facts.height ?? 0)
  if (pixels?.max === undefined || count <= pixels.max || isRewritable(facts)) return null
  return `${supports} of up to ${million(pixels.max)} pixels. ${file} has ${million(count)}. Make it smaller.`
}

/** Allows one pixel of rounding. */
const ratioTolerance = 0.005

function checkRatio({ supports, file }: Words, { ratio }: MediaRule, facts: MediaFacts): string | null {
  if (!ratio || !facts.width || !facts.height) return null
  const { min = 0, max = Number.POSITIVE_INFINITY } = ratio
  const has = facts.width / facts.height
  if (has >= min * (1 - ratioTolerance) && has <= max * (1 + ratioTolerance)) return null
  const side = has > max ? 'sides' : 'top or bottom'
  const allowed =
    min === max ? `an aspect ratio of ${ratioText(min)}` : `aspect ratios from ${ratioText(min)} to ${ratioText(max)}`
  return `${supports} with ${allowed}. ${file} is ${ratioText(has)}. Crop its ${side}.`
}

function checkFrames({ supports, file }: Words, { frames }: MediaRule, facts: MediaFacts): string | null {
  if (frames?.max === undefined || (facts.frames ?? 0) <= frames.max) return null
  return `${supports} of up to ${frames.max} frames. ${file} has ${facts.frames}. Make the animation shorter.`
}

function checkDuration(
  { supports, file }: Words,
  { durationSeconds: range }: MediaRule,
  facts: MediaFacts,
): string | null {
  const has = facts.durationSeconds
  if (!range || has === null) return null
  // Audio is often a fraction of a frame longer than the video.
  if (has >= (range.min ?? 0) - 0.1 && has <= (range.max ?? has) + 0.1) return null
  const isShort = has < (range.min ?? 0)
  const bound = isShort ? `at least ${seconds(range.min ?? 0)}` : `at most ${seconds(range.max ?? 0)}`
  return `${supports} of ${bound}. ${file} is ${seconds(has)} long. ${isShort ? 'Use a longer one.' : 'Trim it.'}`
}

function checkFrameRate(
  { supports, file }: Words,
  { framesPerSecond: range }: MediaRule,
  facts: MediaFacts,
): string | null {
  const has = facts.framesPerSecond
  if (!range || has === null) return null
  // Cameras record 24 and 60 as 23.976 and 59.94.
  if (has >= (range.min ?? 0) - 0.1 && has <= (range.max ?? has) + 0.1) return null
  return `${supports} with ${between(range)} frames per second. ${file} has ${round(has)}. Export it at 30.`
}

function checkBitRate(
  { supports, file }: Words,
  { bitsPerSecond: range }: MediaRule,
  facts: MediaFacts,
): string | null {
  if (range?.max === undefined || !facts.durationSeconds) return null
  const has = (facts.bytes * 8) / facts.durationSeconds
  if (has <= range.max) return null
  return `${supports} of up to ${million(range.max)} bits per second. ${file} has ${million(has)}. Export it at a lower bit rate.`
}

function checkVideoCodec(
  { supports, file }: Words,
  { videoCodecs }: MediaRule,
  { videoCodec }: MediaFacts,
): string | null {
  if (!videoCodecs || videoCodec === null || videoCodecs.includes(videoCodec)) return null
  return `${supports} encoded as ${listOf(videoCodecs.map(codecName))}. ${file} is ${codecName(videoCodec)}. Export it as H.264.`
}

function checkAudioCodec(
  { supports, file }: Words,
  { audioCodecs }: MediaRule,
  { audioCodec }: MediaFacts,
): string | null {
  if (!audioCodecs || audioCodec === null || audioCodecs.includes(audioCodec)) return null
  return `${supports} with ${listOf(audioCodecs.map(codecName))} audio. ${file} has ${codecName(audioCodec)}. Export it with AAC.`
}

function reasonsFor(rule: MediaRule, facts: MediaFacts): RenditionReason[] {
  const { width, height, mime } = facts
  const isVideo = mime.startsWith('video/')
  const reasons: [RenditionReason, boolean][] = [
    ['type', !isVideo && !rule.types.includes(mime)],
    ['bytes', !isVideo && facts.bytes > (rule.bytes?.max ?? facts.bytes)],
    ['pixels', !isVideo && (width ?? 0) * (height ?? 0) > (rule.pixels?.max ?? Number.POSITIVE_INFINITY)],
    [
      'dimensions',
      !isVideo &&
        ((width ?? 0) > (rule.width?.max ?? Number.POSITIVE_INFINITY) ||
          (height ?? 0) > (rule.height?.max ?? Number.POSITIVE_INFINITY)),
    ],
    ['orientation', isRewritable(facts) && facts.orientation !== 1],
    ['location', isRewritable(facts) && facts.hasLocation && rule.isServedUnchanged === true],
    ['moov_first', isVideo && rule.moovFirst === true && facts.moovFirst === false],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}

function recipeFor(rule: MediaRule, facts: MediaFacts): Recipe {
  const none = { maxBytes: null, maxPixels: null, maxWidth: null, maxHeight: null }
  if (facts.mime.startsWith('video/')) return { to: 'fast_start', ...none }
  // Keeps PNG where possible, because text and drawings suffer as JPEG. Files over the limit become JPEG.
  const isHeavy = facts.bytes > (rule.bytes?.max ?? facts.bytes)
  const staysPng = facts.mime !== 'image/jpeg' && rule.types.includes('image/png') && !isHeavy
  return {
    to: staysPng || !rule.types.includes('image/jpeg') ? 'image/png' : 'image/jpeg',
    maxBytes: rule.bytes?.max ?? null,
    maxPixels: rule.pixels?.max ?? null,
    maxWidth: rule.width?.max ?? null,
    maxHeight: rule.height?.max ?? null,
  }
}

/** The result for one file and its position in the post. */
export type FileFinding = { url: string; index: number | 'cover'; verdict: MediaVerdict }

type CheckedPost = {
  postType: PostType
  media: readonly PostMedia[]
  coverImageUrl: string | null
  link: string | null
}
type FactsOf = (url: string) => MediaFacts | undefined

/** The post's cover, if the network shows it. */
export function coverOf({ coverOf = 'video' }: MediaRules, post: CheckedPost): string | null {
  const isShown =
    coverOf === 'link' ? post.media.length === 0 && post.link !== null : post.media.some(({ kind }) => kind === 'video')
  return isShown ? post.coverImageUrl : null
}

/** Checks every file of a post with known facts. */
export const checkPostFiles = (rules: MediaRules, post: CheckedPost, factsOf: FactsOf): FileFinding[] =>
  knownFiles(rules, post, factsOf).map(({ url, index, name, rule, facts }) => ({
    url,
    index,
    verdict: checkFile(rules.network, rule, facts, name),
  }))

type KnownFile = Pick<FileFinding, 'url' | 'index'> & { name: string; rule: MediaRule; facts: MediaFacts }

/** Names a file of a post in messages: `Image 2`. */
export function fileName({ media }: Pick<CheckedPost, 'media'>, index: FileFinding['index']): string {
  if (index === 'cover') return 'The cover'
  const what = media[index]?.kind === 'video' ? 'video' : 'image'
  return media.length > 1 ? `${what === 'video' ? 'Video' : 'Image'} ${index + 1}` : `The ${what}`
}

/** Files of a post with known facts, and the rules that apply. */
function knownFiles(rules: MediaRules, post: CheckedPost, factsOf: FactsOf): KnownFile[] {
  const cover = coverOf(rules, post)
  const files: { url: string; kind: MediaRule['kind']; index: FileFinding['index'] }[] = [
    ...post.media.map(({ url, kind }, index) => ({ url, kind, index })),
    ...(cover ? [{ url: cover, kind: 'cover' as const, index: 'cover' as const }] : []),
  ]
  return files.flatMap(({ url, kind, index }): KnownFile[] => {
    const facts = factsOf(url)
    const rule = ruleFor(rules, post.postType, kind)
    return facts && rule ? [{ url, index, name: fileName(post, index), rule, facts }] : []
  })
}

/** Refused files as issues of the post. */
export const issuesOf = (findings: readonly FileFinding[]): RuleIssue[] =>
  findings.flatMap(({ index, verdict }) =>
    verdict.state === 'refused'
      ? verdict.issues.map(
          (issue): RuleIssue => ({
            field: index === 'cover' ? 'cover_image_url' : `slides.${index}`,
            code: 'media_rule',
            ...issue,
          }),
        )
      : [],
  )

/** An issue if media of a carousel have different ratios and the network objects; null otherwise. */
export function checkEqualRatios(
  { network, unequalRatios }: MediaRules,
  { postType, media }: CheckedPost,
  factsOf: FactsOf,
): { state: 'refused' | 'cropped'; index: number; message: string } | null {
  if (!unequalRatios || postType !== 'carousel') return null
  const ratios = media.map(({ url }) => ratioOf(factsOf(url)))
  const first = ratios[0]
  if (!first) return null
  const others = ratios.flatMap((ratio, index) =>
    ratio !== null && !isSameRatio(ratio, first) ? [{ ratio, index }] : [],
  )
  const [firstOther] = others
  if (!firstOther) return null
  const [firstText, ...otherTexts] = [{ ratio: first, index: 0 }, ...others].map(
    ({ ratio, index }) => `${fileName({ media }, index)} is ${ratioText(ratio)}`,
  )
  const rest = otherTexts.map((text) => text.charAt(0).toLowerCase() + text.slice(1))
  const has = `${[firstText, ...rest.slice(0, -1)].join(', ')} and ${rest.at(-1)}.`
  const message =
    unequalRatios === 'refused'
      ? `${network} needs the same aspect ratio for all images of a carousel. ${has} Crop them to match.`
      : `${network} crops all media of a carousel to the aspect ratio of the first. ${has} Crop them to match to avoid this.`
  return { state: unequalRatios, index: firstOther.index, message }
}

/** Warnings about files that the network crops. */
export const checkCrops = (
  rules: MediaRules,
  post: CheckedPost,
  factsOf: FactsOf,
): { index: FileFinding['index']; message: string }[] =>
  knownFiles(rules, post, factsOf).flatMap(({ index, name, rule: { croppedTo, what }, facts }) => {
    const ratio = ratioOf(facts)
    if (croppedTo === undefined || ratio === null || isSameRatio(ratio, croppedTo)) return []
    const side = ratio > croppedTo ? 'sides' : 'top and bottom'
    const message = `${rules.network} crops ${what} to ${ratioText(croppedTo)}. ${name} is ${ratioText(ratio)}, so its ${side} are cropped. Crop it yourself to choose what is shown.`
    return [{ index, message }]
  })

/** The ratio a file is cropped to when shown; null if it is shown whole. */
export function croppedTo(
  rules: MediaRules,
  { postType, media }: Pick<CheckedPost, 'postType' | 'media'>,
  index: FileFinding['index'],
  factsOf: (index: FileFinding['index']) => MediaFacts | null,
): number | null {
  const ratio = ratioOf(factsOf(index) ?? undefined)
  const kind = index === 'cover' ? 'cover' : media[index]?.kind
  if (ratio === null || kind === undefined) return null
  const rule = ruleFor(rules, postType, kind)
  const followsFirst = index !== 'cover' && rules.unequalRatios === 'cropped' && postType === 'carousel'
  const shown = rule?.croppedTo ?? (followsFirst ? ratioOf(factsOf(0) ?? undefined) : null)
  return shown && !isSameRatio(ratio, shown) ? shown : null
}

const ratioOf = (facts: MediaFacts | undefined): number | null =>
  facts?.width && facts.height ? facts.width / facts.height : null

export const isSameRatio = (ratio: number, other: number): boolean => Math.abs(ratio / other - 1) <= 0.01

const canBeImage = (types: readonly string[]): boolean => types.includes('image/jpeg') || types.includes('image/png')

const names: Record<string, string> = {
  'image/svg+xml': 'SVG',
  'video/quicktime': 'MOV',
  'video/x-matroska': 'MKV',
  avc: 'H.264',
  hevc: 'H.265',
  av1: 'AV1',
}
export const typeName = (mime: string): string => names[mime] ?? mime.replace(/^\w+\//, '').toUpperCase()
export const codecName = (codec: string): string => names[codec] ?? codec.toUpperCase()

export function size(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${round(bytes / 1_000_000_000)} GB`
  return bytes >= 1_000_000 ? `${round(bytes / 1_000_000)} MB` : `${Math.max(1, Math.round(bytes / 1_000))} KB`
}

export function seconds(count: number): string {
  if (count >= 3_600) return counted(count / 3_600, 'hour')
  return count >= 180 ? counted(count / 60, 'minute') : counted(count, 'second')
}

/** A ratio as text, such as 4:5. */
export function ratioText(ratio: number): string {
  for (let high = 1; high <= 20; high++) {
    const wide = Math.round(ratio * high)
    if (wide > 0 && wide <= 20 && Math.abs(wide / high / ratio - 1) < 0.004) return `${wide}:${high}`
  }
  return ratio >= 1 ? `${round(ratio)}:1` : `1:${round(1 / ratio)}`
}

const counted = (count: number, unit: string): string => `${round(count)} ${unit}${round(count) === '1' ? '' : 's'}`
const round = (value: number): string => String(Math.round(value * 100) / 100)
const million = (count: number): string => `${round(count / 1_000_000)} million`
const dimensions = (width?: number, height?: number): string =>
  width && height ? `${width} × ${height} pixels` : `${width ?? height} pixels in ${width ? 'width' : 'height'}`
const between = ({ min, max }: Range): string =>
  min === undefined ? `up to ${max}` : max === undefined ? `at least ${min}` : `${min} to ${max}`
export const listOf = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
