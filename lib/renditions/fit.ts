import { takesAltText } from '@/lib/channels/alt-text'
import type { PostMedia, ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import { mediaRules } from '@/lib/channels/limits'
import { kindOf, type MediaFacts } from '@/lib/channels/media-facts'
import {
  checkCrops,
  checkEqualRatios,
  checkPostFiles,
  coverOf,
  croppedTo,
  type FileFinding,
  issuesOf,
  type Recipe,
  type RenditionReason,
  recipeKey,
} from '@/lib/channels/media-rules'
import type { Known, KnownFault } from './repository'

/** What is known of the files of a post and of what was made of them. Addresses are those that the author gave. */
export type Knowledge = {
  known: ReadonlyMap<string, Known>
  /** By `<sha256> <recipe>`. */
  renditions: ReadonlyMap<string, { url: string; facts: MediaFacts }>
}

export const nothingKnown: Knowledge = { known: new Map(), renditions: new Map() }

/** One file of a post as the network will get it. */
export type FittedFile = {
  index: FileFinding['index']
  originalUrl: string
  /** Of the file that is sent: of the rendition where there is one. Null while nothing is known. */
  facts: MediaFacts | null
  fault: KnownFault | null
  /** Null when the file goes out as it is. `url` is null until the rendition is made. */
  rendition: { reasons: RenditionReason[]; recipe: Recipe; url: string | null } | null
  /** Width divided by height of what readers see, where the network cuts off the rest. */
  croppedTo: number | null
}

export type Fitted = {
  /** Kinds as the bytes say, addresses of renditions where they are made. */
  post: ResolvedPost
  files: FittedFile[]
  /** What the network would refuse and only a person can mend. */
  issues: RuleIssue[]
  warnings: { field: string; code: 'media_cropped' | 'alt_text_not_posted'; message: string }[]
}

/**
 * Puts into a post what is known of its files. Preview and publisher call this one, so that the file shown is the file
 * sent.
 */
export function fitMedia(given: ResolvedPost, { known, renditions }: Knowledge): Fitted {
  const factsOf = (url: string): MediaFacts | undefined => known.get(url)?.facts ?? undefined
  const media = given.media.map((item) => {
    const facts = factsOf(item.url)
    return facts ? { ...item, kind: kindOf(facts) } : item
  })
  const rules = mediaRules[given.channel]
  const { post: byBytes, warnings } = withoutLostAltTexts({ ...given, media })
  const findings = checkPostFiles(rules, byBytes, factsOf)
  const files = urlsWithIndex(byBytes).map(({ url, index }): FittedFile => {
    const verdict = findings.find((finding) => finding.index === index)?.verdict
    const cut = croppedTo(rules, byBytes, index, (of) => factsOf(of === 'cover' ? url : (media[of]?.url ?? '')) ?? null)
    const facts = factsOf(url) ?? null
    const fault = known.get(url)?.fault ?? null
    if (verdict?.state !== 'rendition' || !facts) {
      return { index, originalUrl: url, facts, fault, rendition: null, croppedTo: cut }
    }
    const made = renditions.get(`${facts.sha256} ${recipeKey(verdict.recipe)}`)
    const rendition = { reasons: verdict.reasons, recipe: verdict.recipe, url: made?.url ?? null }
    return { index, originalUrl: url, facts: made?.facts ?? facts, fault, rendition, croppedTo: cut }
  })
  const unequal = checkEqualRatios(rules, byBytes, factsOf)
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
      ...(unequal?.state === 'refused' ? [{ field, code: 'media_rule' as const, message: unequal.message }] : []),
    ],
    warnings: [...crops.map((crop) => ({ ...crop, code: cropped })), ...warnings],
  }
}

/** The code of a warning of a file that goes out, and that readers see only a part of. */
export const cropped = 'media_cropped' as const

/** The member of a post where a file of it is said. */
export const memberOf = (index: FileFinding['index']): string =>
  index === 'cover' ? 'cover_image_url' : `slides.${index}`

/** An alt text that the network has no place for is not in the post; its author is told. */
function withoutLostAltTexts(given: ResolvedPost): Pick<Fitted, 'post' | 'warnings'> {
  const { channel, postType } = given
  const warnings: Fitted['warnings'] = []
  const media = given.media.map((item, index) => {
    if (!item.altText || takesAltText(channel, { kind: item.kind, index, postType })) return item
    const message = `${mediaRules[channel].network} has no place for the alt text of ${nameOf(item.kind, index, given)}, so it is not posted.`
    warnings.push({ field: `${memberOf(index)}.alt_text`, code: 'alt_text_not_posted', message })
    return { ...item, altText: null }
  })
  return { post: { ...given, media }, warnings }
}

function nameOf(kind: PostMedia['kind'], index: number, { postType, media }: ResolvedPost): string {
  const what = kind === 'video' ? 'film' : 'picture'
  if (postType === 'story') return `a ${what} in a story`
  return media.length > 1 ? `no. ${index + 1}, a ${what}` : `a ${what}`
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

/** Every address of a post that a file may be fetched from. Whether a cover is shown, only the bytes of its film say. */
export const addressesOf = (post: ResolvedPost): string[] => {
  const { media, coverImageUrl } = post
  const hasCover = media.length > 0 || coverOf(mediaRules[post.channel], post) !== null
  return [...new Set([...media.map(({ url }) => url), ...(coverImageUrl && hasCover ? [coverImageUrl] : [])])]
}
