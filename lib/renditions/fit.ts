import type { MediaFix, PostMedia, ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import { mediaRules } from '@/lib/channels/limits'
import { supportsAltText } from '@/lib/channels/media/alt-text'
import { recipeKey } from '@/lib/channels/media/check-file'
import {
  checkCrops,
  checkEqualRatios,
  checkPostFiles,
  coverOf,
  croppedTo,
  type FileFinding,
  issuesOf,
} from '@/lib/channels/media/check-post'
import type { Recipe, RenditionReason } from '@/lib/channels/media/media-rules'
import { kindOf, type MediaFacts } from '@/lib/media-files/media-facts'
import type { Known, KnownError } from './repository'

/** Facts and renditions of the files of a post, by the URLs in the story. */
export type Knowledge = {
  known: ReadonlyMap<string, Known>
  /** By `<sha256> <recipe>`. */
  renditions: ReadonlyMap<string, { url: string; facts: MediaFacts }>
}

export const nothingKnown: Knowledge = { known: new Map(), renditions: new Map() }

/** A file of a post as the network will get it. */
export type FittedFile = {
  index: FileFinding['index']
  originalUrl: string
  /** Of the file that is sent: the rendition if there is one. Null if unknown. */
  facts: MediaFacts | null
  error: KnownError | null
  /** Null when the file is sent unchanged. `url` is null until the rendition exists. */
  rendition: { reasons: RenditionReason[]; recipe: Recipe; url: string | null } | null
  /** Aspect ratio (width / height) that the network crops to. */
  croppedTo: number | null
}

export type Fitted = {
  /** With kinds from the bytes and URLs of renditions. */
  post: ResolvedPost
  files: FittedFile[]
  /** Problems that the network would reject and only the user can fix. */
  issues: RuleIssue[]
  warnings: { field: string; code: 'media_cropped' | 'alt_text_not_posted'; message: string; fix?: MediaFix }[]
}

/**
 * Applies facts and renditions to a post. Preview and publisher share this function, so that the previewed file is the
 * one that is sent.
 */
export function fitMedia(given: ResolvedPost, { known, renditions }: Knowledge): Fitted {
  const factsOf = (url: string): MediaFacts | undefined => known.get(url)?.facts ?? undefined
  const media = given.media.map((item) => {
    const facts = factsOf(item.url)
    return facts ? { ...item, kind: kindOf(facts) } : item
  })
  const rules = mediaRules[given.channel]
  const { post: byBytes, warnings } = withoutUnsupportedAltTexts({ ...given, media })
  const findings = checkPostFiles(rules, byBytes, factsOf)
  const files = urlsWithIndex(byBytes).map(({ url, index }): FittedFile => {
    const verdict = findings.find((finding) => finding.index === index)?.verdict
    const cut = croppedTo(rules, byBytes, index, (of) => factsOf(of === 'cover' ? url : (media[of]?.url ?? '')) ?? null)
    const facts = factsOf(url) ?? null
    const error = known.get(url)?.error ?? null
    if (verdict?.state !== 'rendition' || !facts) {
      return { index, originalUrl: url, facts, error, rendition: null, croppedTo: cut }
    }
    const made = renditions.get(`${facts.sha256} ${recipeKey(verdict.recipe)}`)
    const rendition = { reasons: verdict.reasons, recipe: verdict.recipe, url: made?.url ?? null }
    return { index, originalUrl: url, facts: made?.facts ?? facts, error, rendition, croppedTo: cut }
  })
  const unequal = checkEqualRatios(rules, byBytes, factsOf)
  const fix = 'crop' as const
  const field = unequal ? `slides.${unequal.index}` : ''
  const crops = [
    ...(unequal?.state === 'cropped' ? [{ field, message: unequal.message }] : []),
    ...checkCrops(rules, byBytes, factsOf).map(({ index, message }) => ({ field: memberOf(index), message })),
  ]
  return {
    post: withRenditions(byBytes, files),
    files,
    issues: [
      ...issuesOf(findings),
      ...(unequal?.state === 'refused' ? [{ field, code: 'media_rule' as const, message: unequal.message, fix }] : []),
    ],
    warnings: [...crops.map((crop) => ({ ...crop, code: cropped, fix })), ...warnings],
  }
}

/** Code of the warning for a file that the network crops. */
export const cropped = 'media_cropped' as const

/** API member of a file of a post. */
export const memberOf = (index: FileFinding['index']): string =>
  index === 'cover' ? 'cover_image_url' : `slides.${index}`

/** Removes alt texts that the network does not support, with a warning. */
function withoutUnsupportedAltTexts(given: ResolvedPost): Pick<Fitted, 'post' | 'warnings'> {
  const { channel, postType } = given
  const warnings: Fitted['warnings'] = []
  const media = given.media.map((item, index) => {
    if (!item.altText || supportsAltText(channel, { kind: item.kind, index, postType })) return item
    const message = `${mediaRules[channel].network} does not support alt text for ${nameOf(item.kind, index, given)}. It will be omitted.`
    warnings.push({ field: `${memberOf(index)}.alt_text`, code: 'alt_text_not_posted', message })
    return { ...item, altText: null }
  })
  return { post: { ...given, media }, warnings }
}

function nameOf(kind: PostMedia['kind'], index: number, { postType, media }: ResolvedPost): string {
  const what = kind === 'video' ? 'video' : 'image'
  if (postType === 'story') return `a story ${what}`
  return media.length > 1 ? `${what} ${index + 1}` : `${what}s`
}

function urlsWithIndex(post: ResolvedPost): { url: string; index: FileFinding['index'] }[] {
  const cover = coverOf(mediaRules[post.channel], post)
  const ofCover = cover ? [{ url: cover, index: 'cover' as const }] : []
  return [...post.media.map(({ url }, index) => ({ url, index })), ...ofCover]
}

function withRenditions(post: ResolvedPost, files: FittedFile[]): ResolvedPost {
  const urlOf = (index: FileFinding['index'], url: string): string =>
    files.find((file) => file.index === index)?.rendition?.url ?? url
  return {
    ...post,
    media: post.media.map((item, index) => ({ ...item, url: urlOf(index, item.url) })),
    coverImageUrl: post.coverImageUrl && urlOf('cover', post.coverImageUrl),
  }
}

/** Every media URL of a post. Includes the cover, because only the bytes of the video tell whether it is used. */
export const mediaUrlsOf = (post: ResolvedPost): string[] => {
  const { media, coverImageUrl } = post
  const hasCover = media.length > 0 || coverOf(mediaRules[post.channel], post) !== null
  return [...new Set([...media.map(({ url }) => url), ...(coverImageUrl && hasCover ? [coverImageUrl] : [])])]
}
