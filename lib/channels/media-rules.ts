import type { PostMedia, PostType, RuleIssue } from './channel'
import type { MediaFacts } from './media-facts'

/**
 * What a network takes of pictures and films, as data, and one check for all networks. Free of Node and of HTTP, so
 * that the browser can ask it too.
 */
export type Range = { min?: number; max?: number }

export type MediaRule = {
  /** What the rule speaks of, in words that follow the network's name: `pictures in the feed`. */
  what: string
  /** Of which types of post; all when left out. */
  postTypes?: readonly PostType[]
  /** `cover` is the picture that stands for a film before it plays. */
  kind: PostMedia['kind'] | 'cover'
  /** MIME types taken as they are. */
  types: readonly string[]
  bytes?: Range
  width?: Range
  height?: Range
  /** Width divided by height. */
  ratio?: Range
  /** Width times height. */
  pixels?: Range
  /** Pictures of an animation. */
  frames?: Range
  durationSeconds?: Range
  framesPerSecond?: Range
  /** Bytes times eight over seconds. */
  bitsPerSecond?: Range
  videoCodecs?: readonly string[]
  /** The shape in which the network shows it: what stands over at the sides is cut off there. */
  croppedTo?: number
  /** A film without sound passes. */
  audioCodecs?: readonly string[]
  /** The index of a film has to stand before its pictures. */
  moovFirst?: boolean
  /** The file itself is what readers get, so it must not say where it was taken. */
  isServedAsGiven?: boolean
}

export type MediaRules = {
  /** The name people know. */
  network: string
  /** The first rule that fits type of post and kind holds. Where none fits, nothing is known against it. */
  rules: readonly MediaRule[]
  /** All media of a carousel must have one ratio: `refused` by the network, or `cropped` by it to the first one's. */
  unequalRatios?: 'refused' | 'cropped'
  /** What a cover stands for; a film when left out. A link has one in posts without media. */
  coverOf?: 'film' | 'link'
}

/** A change that nobody sees: what a file is turned into so that a network takes it. */
export type Recipe = {
  /** `fast_start` moves the index of a film to its front; the others write a picture anew. */
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
  | { state: 'refused'; issues: string[] }

/** The first rule that speaks of this kind in this type of post. */
export const ruleFor = (rules: MediaRules, postType: PostType, kind: MediaRule['kind']): MediaRule | undefined =>
  rules.rules.find((rule) => rule.kind === kind && (rule.postTypes?.includes(postType) ?? true))

/** Holds one file against one rule: taken as it is, taken after a change that nobody sees, or refused with reasons. */
export function checkFile(network: string, rule: MediaRule, facts: MediaFacts): MediaVerdict {
  const name = `${network} takes ${rule.what}`
  const issues = checks.flatMap((check) => check(name, rule, facts) ?? [])
  if (issues.length > 0) return { state: 'refused', issues }
  const reasons = reasonsFor(rule, facts)
  if (reasons.length === 0) return { state: 'ok' }
  return { state: 'rendition', recipe: recipeFor(rule, facts), reasons }
}

/** The name under which a rendition of a file is kept: the same words make the same file. */
export const recipeKey = ({ to, maxBytes, maxPixels, maxWidth, maxHeight }: Recipe): string =>
  [to, ...[maxBytes, maxPixels, maxWidth, maxHeight].map((limit) => limit ?? '-')].join('|')

/** Pictures that can be written anew without anybody seeing it. An animation cannot: it would stand still. */
export const isRewritable = ({ mime, isAnimated }: MediaFacts): boolean =>
  !isAnimated &&
  ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/tiff', 'image/gif', 'image/svg+xml'].includes(mime)

type Check = (name: string, rule: MediaRule, facts: MediaFacts) => string | null

/** What no change that nobody sees can mend. Each names the rule, the limit, what the file has and what to do. */
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

function checkType(name: string, { types }: MediaRule, facts: MediaFacts): string | null {
  if (types.includes(facts.mime) || (canBePicture(types) && isRewritable(facts))) return null
  return `${name} as ${listOf(types.map(typeName))}, and this file is ${typeName(facts.mime)}. Save it as ${typeName(types[0] ?? '')}.`
}

function checkBytes(name: string, rule: MediaRule, facts: MediaFacts): string | null {
  const { bytes } = rule
  if (bytes?.min !== undefined && facts.bytes < bytes.min)
    return `${name} of at least ${size(bytes.min)}, and this file has ${size(facts.bytes)}. Use a better one.`
  if (bytes?.max === undefined || facts.bytes <= bytes.max || isRewritable(facts)) return null
  return `${name} of up to ${size(bytes.max)}, and this file has ${size(facts.bytes)}. Make it smaller.`
}

function checkDimensions(name: string, { width, height }: MediaRule, facts: MediaFacts): string | null {
  const { width: wide, height: high } = facts
  if (wide === null || high === null) return null
  const has = `this file has ${wide} × ${high}`
  if (wide < (width?.min ?? 0) || high < (height?.min ?? 0)) {
    return `${name} of at least ${dimensions(width?.min, height?.min)}, and ${has}. Use a larger one.`
  }
  const isOver = wide > (width?.max ?? wide) || high > (height?.max ?? high)
  if (!isOver || isRewritable(facts)) return null
  return `${name} of at most ${dimensions(width?.max, height?.max)}, and ${has}. Save it smaller.`
}

function checkPixels(name: string, { pixels }: MediaRule, facts: MediaFacts): string | null {
  const count = (facts.width ?? 0) * (facts.height ?? 0)
  if (pixels?.max === undefined || count <= pixels.max || isRewritable(facts)) return null
  return `${name} of up to ${million(pixels.max)} pixels, and this file has ${million(count)}. Save it smaller.`
}

/** A pixel of rounding is no other shape. */
const ratioTolerance = 0.005

function checkRatio(name: string, { ratio }: MediaRule, facts: MediaFacts): string | null {
  if (!ratio || !facts.width || !facts.height) return null
  const { min = 0, max = Number.POSITIVE_INFINITY } = ratio
  const has = facts.width / facts.height
  if (has >= min * (1 - ratioTolerance) && has <= max * (1 + ratioTolerance)) return null
  const side = has > max ? 'sides' : 'top or bottom'
  const allowed = min === max ? `the shape ${shape(min)}` : `shapes from ${shape(min)} to ${shape(max)}`
  return `${name} in ${allowed} (width to height), and this file is ${shape(has)}. Its ${side} would have to be cut off, and what may go is for a person to decide: crop it and use the new file.`
}

function checkFrames(name: string, { frames }: MediaRule, facts: MediaFacts): string | null {
  if (frames?.max === undefined || (facts.frames ?? 0) <= frames.max) return null
  return `${name} of up to ${frames.max} pictures, and this file has ${facts.frames}. Make the animation shorter.`
}

function checkDuration(name: string, { durationSeconds: range }: MediaRule, facts: MediaFacts): string | null {
  const has = facts.durationSeconds
  if (!range || has === null) return null
  // Sound often outlasts the picture by a part of a frame.
  if (has >= (range.min ?? 0) - 0.1 && has <= (range.max ?? has) + 0.1) return null
  const isShort = has < (range.min ?? 0)
  const bound = isShort ? `at least ${seconds(range.min ?? 0)}` : `at most ${seconds(range.max ?? 0)}`
  return `${name} of ${bound}, and this file has ${seconds(has)}. ${isShort ? 'Use a longer one.' : 'Cut it shorter.'}`
}

function checkFrameRate(name: string, { framesPerSecond: range }: MediaRule, facts: MediaFacts): string | null {
  const has = facts.framesPerSecond
  if (!range || has === null) return null
  // 23.976 and 59.94 are what cameras mean by 24 and 60.
  if (has >= (range.min ?? 0) - 0.1 && has <= (range.max ?? has) + 0.1) return null
  return `${name} with ${between(range)} pictures a second, and this file has ${round(has)}. Export it at 30.`
}

function checkBitRate(name: string, { bitsPerSecond: range }: MediaRule, facts: MediaFacts): string | null {
  if (range?.max === undefined || !facts.durationSeconds) return null
  const has = (facts.bytes * 8) / facts.durationSeconds
  if (has <= range.max) return null
  return `${name} of up to ${million(range.max)} bits a second, and this file has ${million(has)}. Export it at a lower bit rate.`
}

function checkVideoCodec(name: string, { videoCodecs }: MediaRule, { videoCodec }: MediaFacts): string | null {
  if (!videoCodecs || videoCodec === null || videoCodecs.includes(videoCodec)) return null
  return `${name} encoded as ${listOf(videoCodecs.map(codecName))}, and this file is ${codecName(videoCodec)}. Export it as H.264.`
}

function checkAudioCodec(name: string, { audioCodecs }: MediaRule, { audioCodec }: MediaFacts): string | null {
  if (!audioCodecs || audioCodec === null || audioCodecs.includes(audioCodec)) return null
  return `${name} with sound as ${listOf(audioCodecs.map(codecName))}, and this file has ${codecName(audioCodec)}. Export it with AAC.`
}

function reasonsFor(rule: MediaRule, facts: MediaFacts): RenditionReason[] {
  const { width, height, mime } = facts
  const isFilm = mime.startsWith('video/')
  const reasons: [RenditionReason, boolean][] = [
    ['type', !isFilm && !rule.types.includes(mime)],
    ['bytes', !isFilm && facts.bytes > (rule.bytes?.max ?? facts.bytes)],
    ['pixels', !isFilm && (width ?? 0) * (height ?? 0) > (rule.pixels?.max ?? Number.POSITIVE_INFINITY)],
    [
      'dimensions',
      !isFilm &&
        ((width ?? 0) > (rule.width?.max ?? Number.POSITIVE_INFINITY) ||
          (height ?? 0) > (rule.height?.max ?? Number.POSITIVE_INFINITY)),
    ],
    ['orientation', isRewritable(facts) && facts.orientation !== 1],
    ['location', isRewritable(facts) && facts.hasLocation && rule.isServedAsGiven === true],
    ['moov_first', isFilm && rule.moovFirst === true && facts.moovFirst === false],
  ]
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []))
}

function recipeFor(rule: MediaRule, facts: MediaFacts): Recipe {
  const none = { maxBytes: null, maxPixels: null, maxWidth: null, maxHeight: null }
  if (facts.mime.startsWith('video/')) return { to: 'fast_start', ...none }
  // A PNG stays one where it may: letters and drawings suffer as JPEG. One that is too heavy has to become a JPEG.
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

/** What of one file in a post a network has against it, where in the post it stands, and what it would be turned into. */
export type FileFinding = { url: string; index: number | 'cover'; verdict: MediaVerdict }

type CheckedPost = {
  postType: PostType
  media: readonly PostMedia[]
  coverImageUrl: string | null
  link: string | null
}
type FactsOf = (url: string) => MediaFacts | undefined

/** The cover of a post as far as the network shows it. */
export function coverOf({ coverOf = 'film' }: MediaRules, post: CheckedPost): string | null {
  const isShown =
    coverOf === 'link' ? post.media.length === 0 && post.link !== null : post.media.some(({ kind }) => kind === 'video')
  return isShown ? post.coverImageUrl : null
}

/** Holds every file of a post whose facts are known against the network's rules. */
export const checkPostFiles = (rules: MediaRules, post: CheckedPost, factsOf: FactsOf): FileFinding[] =>
  knownFiles(rules, post, factsOf).map(({ url, index, rule, facts }) => ({
    url,
    index,
    verdict: checkFile(rules.network, rule, facts),
  }))

type KnownFile = Pick<FileFinding, 'url' | 'index'> & { rule: MediaRule; facts: MediaFacts }

/** Every file of a post of which something is known, with the rule that holds for it. */
function knownFiles(rules: MediaRules, post: CheckedPost, factsOf: FactsOf): KnownFile[] {
  const cover = coverOf(rules, post)
  const files: { url: string; kind: MediaRule['kind']; index: FileFinding['index'] }[] = [
    ...post.media.map(({ url, kind }, index) => ({ url, kind, index })),
    ...(cover ? [{ url: cover, kind: 'cover' as const, index: 'cover' as const }] : []),
  ]
  return files.flatMap(({ url, kind, index }): KnownFile[] => {
    const facts = factsOf(url)
    const rule = ruleFor(rules, post.postType, kind)
    return facts && rule ? [{ url, index, rule, facts }] : []
  })
}

/** What is refused, each under the member of the post where it stands. */
export const issuesOf = (findings: readonly FileFinding[]): RuleIssue[] =>
  findings.flatMap(({ index, verdict }) =>
    verdict.state === 'refused'
      ? verdict.issues.map(
          (message): RuleIssue => ({
            field: index === 'cover' ? 'cover_image_url' : `slides.${index}`,
            code: 'media_rule',
            message,
          }),
        )
      : [],
  )

/** Media of one carousel in several shapes, where the network minds; null where it does not, or they are alike. */
export function checkEqualRatios(
  { network, unequalRatios }: MediaRules,
  { postType, media }: CheckedPost,
  factsOf: FactsOf,
): { state: 'refused' | 'cropped'; index: number; message: string } | null {
  if (!unequalRatios || postType !== 'carousel') return null
  const ratios = media.map(({ url }) => ratioOf(factsOf(url)))
  const first = ratios[0]
  if (!first) return null
  const others = ratios.flatMap((ratio, index) => (ratio !== null && !isAlike(ratio, first) ? [{ ratio, index }] : []))
  const [odd] = others
  if (!odd) return null
  const shapes = [
    `the first is ${shape(first)}`,
    ...others.map(({ ratio, index }) => `no. ${index + 1} is ${shape(ratio)}`),
  ]
  const has = `Here ${shapes.slice(0, -1).join(', ')} and ${shapes.at(-1)}.`
  const message =
    unequalRatios === 'refused'
      ? `${network} takes carousels whose pictures all have one shape. ${has} What may be cut off is for a person to decide: crop them alike.`
      : `${network} crops everything in a carousel to the shape of the first. ${has} Crop them to one shape if nothing may be lost; as they are, they go out and are cropped.`
  return { state: unequalRatios, index: odd.index, message }
}

/** Files that go out as they are and that the network shows only a part of. */
export const checkCrops = (
  rules: MediaRules,
  post: CheckedPost,
  factsOf: FactsOf,
): { index: FileFinding['index']; message: string }[] =>
  knownFiles(rules, post, factsOf).flatMap(({ index, rule: { croppedTo, what }, facts }) => {
    const ratio = ratioOf(facts)
    if (croppedTo === undefined || ratio === null || isAlike(ratio, croppedTo)) return []
    const side = ratio > croppedTo ? 'sides' : 'top and bottom'
    const message = `${rules.network} shows ${what} in the shape ${shape(croppedTo)} (width to height), and this file is ${shape(ratio)}: its ${side} are cut off. Crop it yourself if that is not to be left to ${rules.network}.`
    return [{ index, message }]
  })

/**
 * The shape in which readers see a file that goes out whole and is cut by the network; null for one that all is shown of.
 */
export function croppedTo(
  given: MediaRules,
  { postType, media }: Pick<CheckedPost, 'postType' | 'media'>,
  index: FileFinding['index'],
  factsOf: (index: FileFinding['index']) => MediaFacts | null,
): number | null {
  const ratio = ratioOf(factsOf(index) ?? undefined)
  const kind = index === 'cover' ? 'cover' : media[index]?.kind
  if (ratio === null || kind === undefined) return null
  const rule = ruleFor(given, postType, kind)
  const isLed = index !== 'cover' && given.unequalRatios === 'cropped' && postType === 'carousel'
  const shown = rule?.croppedTo ?? (isLed ? ratioOf(factsOf(0) ?? undefined) : null)
  return shown && !isAlike(ratio, shown) ? shown : null
}

const ratioOf = (facts: MediaFacts | undefined): number | null =>
  facts?.width && facts.height ? facts.width / facts.height : null

const isAlike = (ratio: number, other: number): boolean => Math.abs(ratio / other - 1) <= 0.01

const canBePicture = (types: readonly string[]): boolean => types.includes('image/jpeg') || types.includes('image/png')

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

/** A ratio as people say it. */
export function shape(ratio: number): string {
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
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
