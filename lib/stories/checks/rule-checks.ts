import type { ChannelId } from '@/lib/channel-ids'
import type { MediaFix, ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import { validatePost } from '@/lib/channels/limits'
import type { Issue } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { shown } from '@/lib/outbound/media'
import { type Resolution, resolvePost } from '@/lib/posts/resolve'
import { type Fitted, fitMedia, type Knowledge, memberOf } from '@/lib/renditions/fit'
import type { ChannelOverride } from '@/lib/story-content'
import { linkIssues, unknownVariables } from '@/lib/tracking/token-issues'
import type { Content } from '../content/content'
import { linksFor } from '../content/links'
import type { Warning } from '../resource-contract'
import { isBlockingCode, type WarningCode } from '../warning-codes'

/**
 * Checks the post of each channel against that network's rules. Preview, create, edit and schedule call this, so that
 * they report the same problems.
 */

export type CheckContext = {
  projectSlug: string
  defaultBoardId: string | null
  media: Knowledge
  /** Reports files that are not inspected yet. Only files of scheduled stories are inspected. */
  reportsUnchecked: boolean
}

export type CheckedStory = {
  /** All problems, as reported for a draft. */
  warnings: Warning[]
  /** Problems that also reject a draft. */
  refusedForDrafts: ReadonlySet<Warning>
}

export async function checkStory(content: Content, context: CheckContext): Promise<CheckedStory> {
  const takeTurn = yielding()
  const posts: { post: ResolvedPost; warnings: Warning[] }[] = []
  for (const channel of new Set(content.channels)) {
    await takeTurn()
    const { link, ownLink } = linksFor(content, channel, context.projectSlug)
    const resolution = resolvePost(content, channel, { link, ownLink, defaultBoardId: context.defaultBoardId })
    const fitted = fitMedia(resolution.post, context.media)
    posts.push({ post: fitted.post, warnings: postWarnings(content, resolution, fitted, context) })
  }
  const misfits = posts.flatMap(({ warnings }) => warnings.filter(({ code }) => code === 'carousel_size'))
  const carousels = posts.filter(({ post }) => post.postType === 'carousel')
  const fitsNowhere = misfits.length > 0 && misfits.length === carousels.length
  // Pinterest carousels over the limit are cut, so a misfit there has too few slides.
  const refused = fitsNowhere ? misfits : misfits.filter(({ channel }) => channel === 'pinterest')
  return { warnings: posts.flatMap(({ warnings }) => warnings), refusedForDrafts: new Set(refused) }
}

/** Splits problems into issues that reject the request and warnings. */
export function splitProblems(
  { warnings, refusedForDrafts }: CheckedStory,
  { isDraft }: { isDraft: boolean },
): { issues: Issue[]; warnings: Warning[] } {
  const isRefused = (warning: Warning): boolean =>
    isDraft ? refusedForDrafts.has(warning) : isBlockingCode(warning.code)
  return {
    issues: warnings.filter(isRefused).map(issueOf),
    warnings: warnings.filter((warning) => !isRefused(warning)),
  }
}

const issueOf = ({ field, code, message, channel }: Warning): Issue => ({
  path: field,
  code,
  message,
  ...(channel ? { channel } : {}),
})

type Found = { field: string; code: WarningCode; message: string; fix?: MediaFix | undefined }

/** All problems of one channel's post, each with the request member to fix. */
export function postWarnings(
  content: Content,
  { warnings: dropped }: Resolution,
  fitted: Fitted,
  { reportsUnchecked }: Pick<CheckContext, 'reportsUnchecked'>,
): Warning[] {
  const { post } = fitted
  const { channel } = post
  const found: Found[] = [
    ...dropped,
    ...validatePost(post),
    ...singleIssues(content, fitted),
    ...linkIssues(post),
    ...unknownVariables(post),
    ...fitted.issues,
    ...fitted.warnings,
    ...fileProblems(fitted, reportsUnchecked),
    ...(channel === 'pinterest' && post.boardId === null ? [noBoard] : []),
  ]
  return found.map(({ field, code, message, fix }) => ({
    channel,
    field: memberPath(field, content, channel),
    code,
    message,
    ...(fix ? { fix } : {}),
  }))
}

const noBoard: Found = {
  field: 'board_id',
  code: 'no_board',
  message: 'No Pinterest board is set. Choose one for the story, or a default board for the connection.',
}

/** Files that could not be fetched, or are not inspected yet. */
function fileProblems({ files }: Fitted, reportsUnchecked: boolean): Found[] {
  return files.flatMap(({ index, originalUrl, facts, error }): Found[] => {
    const field = memberOf(index)
    if (error && !error.isPassing) return [{ field, code: 'media_rule', message: error.message, fix: 'replace' }]
    if (error) return [{ field, code: 'media_unchecked', message: error.message }]
    if (facts || !reportsUnchecked) return []
    const message = `${shown(originalUrl)} could not be checked in time. It will be checked within a minute.`
    return [{ field, code: 'media_unchecked', message }]
  })
}

/** The schema catches a single post with many slides only if both are in the same object. */
function singleIssues(
  { channel_overrides }: Content,
  { post: { channel, postType, media } }: Pick<Fitted, 'post'>,
): RuleIssue[] {
  if (channel_overrides[channel]?.post_type !== 'single' || postType !== 'single' || media.length < 2) return []
  const message = `A single post shows one slide, and this has ${media.length}. Choose carousel, or use only one slide.`
  return [{ field: 'post_type', code: 'unsupported', message }]
}
/** Override members that can set a field, by priority. */
const membersBehind: Record<string, readonly (keyof ChannelOverride)[]> = {
  caption: ['description', 'caption'],
  media_urls: ['slides', 'media_urls'],
  slides: ['slides', 'media_urls'],
}

/** Story members that have another name than the channel's field. */
const storyMembers: Record<string, string> = { link: 'destination_url' }
/** Fields that only an override can set. */
const overrideOnly: ReadonlySet<string> = new Set(['board_id', 'cover_image_url', 'first_comment'])

/** The path of the member to fix: in the override if it set the field, otherwise in the story. */
export function memberPath(field: string, { channel_overrides }: Content, channel: ChannelId): string {
  const override = channel_overrides[channel] ?? {}
  const [head = field, ...rest] = field.split('.')
  const inOverride = (member: string): string => ['channel_overrides', channel, member, ...rest].join('.')
  // The channel's alt text overrides those of the slides.
  if (head === 'slides' && rest.at(-1) === 'alt_text' && override.alt_text !== undefined) {
    return `channel_overrides.${channel}.alt_text`
  }
  const behind = membersBehind[head] ?? [head as keyof ChannelOverride]
  const input = behind.find((member) => override[member] !== undefined)
  if (input) return inOverride(input)
  if (overrideOnly.has(head)) return inOverride(head)
  return [storyMembers[head] ?? head, ...rest].join('.')
}
