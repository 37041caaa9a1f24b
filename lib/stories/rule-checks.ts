import type { ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import { validatePost } from '@/lib/channels/limits'
import type { Issue } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { shown } from '@/lib/outbound/media'
import { type ChannelOverride, type Resolution, resolvePost } from '@/lib/publishing/resolve'
import { type Fitted, fitMedia, type Knowledge, memberOf } from '@/lib/renditions/fit'
import { linkIssues, unknownVariables } from '@/lib/tracking/token-issues'
import type { Content } from './content'
import { linksFor } from './links'
import type { Warning } from './resource-contract'
import { isBlockingCode, type WarningCode } from './warning-codes'

/**
 * Checks what each channel would get against that network's rules. Preview, create, edit and schedule all call this, so
 * that they report the same problems.
 */

export type CheckedAround = {
  projectSlug: string
  defaultBoardId: string | null
  media: Knowledge
  /** Reports files that nobody has looked at yet. Only files of stories with a time are inspected. */
  reportsUnchecked: boolean
}

export type CheckedStory = {
  /** Every problem, as a draft gets it. */
  warnings: Warning[]
  /** Problems that refuse a draft as well (interface, "Errors", rules 1 and 2). */
  refusedForDrafts: ReadonlySet<Warning>
}

export async function checkStory(content: Content, around: CheckedAround): Promise<CheckedStory> {
  const takeTurn = yielding()
  const posts: { post: ResolvedPost; warnings: Warning[] }[] = []
  for (const channel of new Set(content.channels)) {
    await takeTurn()
    const { link, ownLink } = linksFor(content, channel, around.projectSlug)
    const resolution = resolvePost(content, channel, { link, ownLink, defaultBoardId: around.defaultBoardId })
    const fitted = fitMedia(resolution.post, around.media)
    posts.push({ post: fitted.post, warnings: postWarnings(content, resolution, fitted, around) })
  }
  const misfits = posts.flatMap(({ warnings }) => warnings.filter(({ code }) => code === 'carousel_size'))
  const carousels = posts.filter(({ post }) => post.postType === 'carousel')
  const fitsNowhere = misfits.length > 0 && misfits.length === carousels.length
  // Pinterest carousels over the limit are cut, so a misfit there has too few slides.
  const refused = fitsNowhere ? misfits : misfits.filter(({ channel }) => channel === 'pinterest')
  return { warnings: posts.flatMap(({ warnings }) => warnings), refusedForDrafts: new Set(refused) }
}

/** Splits problems into those that refuse the request and those that it is answered with. */
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

type Found = { field: string; code: WarningCode; message: string }

/** Every problem of one channel's post, each with the member of the request that fixes it. */
export function postWarnings(
  content: Content,
  { warnings: dropped }: Resolution,
  fitted: Fitted,
  { reportsUnchecked }: Pick<CheckedAround, 'reportsUnchecked'>,
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
  return found.map(({ field, code, message }) => ({
    channel,
    field: memberPath(field, content, channel),
    code,
    message,
  }))
}

const noBoard: Found = {
  field: 'board_id',
  code: 'no_board',
  message: 'No Pinterest board is set. Choose one for the story, or a default board for the connection.',
}

/** Files that could not be fetched, or were not looked at yet. */
function fileProblems({ files }: Fitted, reportsUnchecked: boolean): Found[] {
  return files.flatMap(({ index, originalUrl, facts, fault }): Found[] => {
    const field = memberOf(index)
    if (fault && !fault.isPassing) return [{ field, code: 'media_rule', message: fault.message }]
    if (fault) return [{ field, code: 'media_unchecked', message: fault.message }]
    if (facts || !reportsUnchecked) return []
    const message = `${shown(originalUrl)} could not be checked in time. It is checked in the background within a minute.`
    return [{ field, code: 'media_unchecked', message }]
  })
}

/** The schema sees a single post with many slides only where both stand side by side. */
function singleIssues(
  { channel_overrides }: Content,
  { post: { channel, postType, media } }: Pick<Fitted, 'post'>,
): RuleIssue[] {
  if (channel_overrides[channel]?.post_type !== 'single' || postType !== 'single' || media.length < 2) return []
  const message = `A single post shows one slide, and this has ${media.length}. Choose carousel, or give one slide.`
  return [{ field: 'post_type', code: 'unsupported', message }]
}
/** Members that may give a field its value, most telling first. */
const membersBehind: Record<string, readonly (keyof ChannelOverride)[]> = {
  caption: ['description', 'caption'],
  media_urls: ['slides', 'media_urls'],
  slides: ['slides', 'media_urls'],
}

/** The story's own name for what a channel calls otherwise. */
const storyMembers: Record<string, string> = { link: 'destination_url' }
/** What a story says nothing of: an override alone can mend it. */
const overrideOnly: ReadonlySet<string> = new Set(['board_id', 'cover_image_url'])

/** Where the caller can mend it: in the override when that said it, else in the story. */
export function memberPath(field: string, { channel_overrides }: Content, channel: ChannelId): string {
  const override = channel_overrides[channel] ?? {}
  const [head = field, ...rest] = field.split('.')
  const inOverride = (member: string): string => ['channel_overrides', channel, member, ...rest].join('.')
  // One alt text for the channel stands above those of the slides.
  if (head === 'slides' && rest.at(-1) === 'alt_text' && override.alt_text !== undefined) {
    return `channel_overrides.${channel}.alt_text`
  }
  const behind = membersBehind[head] ?? [head as keyof ChannelOverride]
  const said = behind.find((member) => override[member] !== undefined)
  if (said) return inOverride(said)
  if (overrideOnly.has(head)) return inOverride(head)
  return [storyMembers[head] ?? head, ...rest].join('.')
}
