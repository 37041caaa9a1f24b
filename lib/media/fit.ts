import type { ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import { mediaRules } from '@/lib/channels/limits'
import { kindOf, type MediaFacts } from '@/lib/channels/media-facts'
import {
  checkEqualRatios,
  checkPostFiles,
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
}

export type Fitted = {
  /** Kinds as the bytes say, addresses of renditions where they are made. */
  post: ResolvedPost
  files: FittedFile[]
  /** What the network would refuse and only a person can mend. */
  issues: RuleIssue[]
  warnings: { field: string; code: string; message: string }[]
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
  const byBytes = { ...given, media }
  const rules = mediaRules[given.channel]
  const findings = checkPostFiles(rules, byBytes, factsOf)
  const files = urlsWithIndex(byBytes).map(({ url, index }): FittedFile => {
    const verdict = findings.find((finding) => finding.index === index)?.verdict
    const facts = factsOf(url) ?? null
    const fault = known.get(url)?.fault ?? null
    if (verdict?.state !== 'rendition' || !facts) return { index, originalUrl: url, facts, fault, rendition: null }
    const made = renditions.get(`${facts.sha256} ${recipeKey(verdict.recipe)}`)
    const rendition = { reasons: verdict.reasons, recipe: verdict.recipe, url: made?.url ?? null }
    return { index, originalUrl: url, facts: made?.facts ?? facts, fault, rendition }
  })
  const unequal = checkEqualRatios(rules, byBytes, factsOf)
  const field = unequal ? `slides.${unequal.index}` : ''
  return {
    post: withRenditions(byBytes, files),
    files,
    issues: [
      ...issuesOf(findings),
      ...(unequal?.state === 'refused' ? [{ field, code: 'media_rule' as const, message: unequal.message }] : []),
    ],
    warnings: unequal?.state === 'cropped' ? [{ field, code: 'media_cropped', message: unequal.message }] : [],
  }
}

function urlsWithIndex(post: ResolvedPost): { url: string; index: FileFinding['index'] }[] {
  const hasFilm = post.media.some(({ kind }) => kind === 'video')
  const cover = post.coverImageUrl && hasFilm ? [{ url: post.coverImageUrl, index: 'cover' as const }] : []
  return [...post.media.map(({ url }, index) => ({ url, index })), ...cover]
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

/** Every address of a post that a file is fetched from. */
export const addressesOf = ({ media, coverImageUrl }: Pick<ResolvedPost, 'media' | 'coverImageUrl'>): string[] => [
  ...new Set([...media.map(({ url }) => url), ...(coverImageUrl ? [coverImageUrl] : [])]),
]
