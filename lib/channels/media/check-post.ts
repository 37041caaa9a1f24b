import type { MediaFacts } from '@/lib/media-files/media-facts'
import type { PostType } from '@/lib/story-content'
import type { PostMedia, RuleIssue } from '../channel'
import { checkFile } from './check-file'
import { type MediaRule, type MediaRules, type MediaVerdict, ruleFor } from './media-rules'
import { ratioText } from './media-text'

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
