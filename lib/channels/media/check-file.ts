import type { MediaFacts } from '@/lib/media-files/media-facts'
import type { FileIssue, MediaRule, MediaVerdict, Recipe, RenditionReason } from './media-rules'
import {
  between,
  codecName,
  dimensions,
  listOf,
  million,
  ratioText,
  round,
  seconds,
  size,
  typeName,
} from './media-text'

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

const canBeImage = (types: readonly string[]): boolean => types.includes('image/jpeg') || types.includes('image/png')
