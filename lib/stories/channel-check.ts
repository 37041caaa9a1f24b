import { allSound } from '@/lib/api/sound'
import type { ResolvedPost, RuleIssue } from '@/lib/channels/channel'
import type { ChannelId } from '@/lib/channels/ids'
import { validatePost } from '@/lib/channels/limits'
import type { Issue } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { type ChannelOverride, resolvePost } from '@/lib/publishing/resolve'
import type { PostLinks } from '@/lib/tracking/link'
import { linkMissing, tokenIssues } from '@/lib/tracking/token-issues'
import type { Content } from './content'
import type { Warning } from './resource-contract'

/**
 * Holds what each channel would get against that network's rules: all faults of all channels together. A story
 * without the media that a network insists on may be made, as media often come later; it is warned of.
 */
export async function checkChannels(
  content: Content,
  linksFor: (channel: ChannelId) => PostLinks,
  unsound: ReadonlySet<string> = allSound,
): Promise<{ issues: Issue[]; warnings: Warning[] }> {
  const takeTurn = yielding()
  const issues: Issue[] = []
  const warnings: Warning[] = []
  for (const channel of new Set(content.channels)) {
    await takeTurn()
    const { link, ownLink } = linksFor(channel)
    const { post, warnings: cuts } = resolvePost(content, channel, { link, ownLink, defaultBoardId: null })
    warnings.push(...cuts.map(({ code, message }) => ({ code, channel, message })))
    for (const { field, path, code, message } of postIssues(content, post)) {
      if (code === 'media_required') warnings.push({ code, channel, message })
      else if (!isAnyOpen(code === linkMissing ? [field, 'link'] : [field], content, channel, unsound))
        issues.push({ path, code, message })
    }
  }
  return { issues, warnings }
}

/** All that the network has against one resolved post, each under the member of the request that mends it. */
export const postIssues = (content: Content, post: ResolvedPost): (Issue & { field: string })[] =>
  [...validatePost(post), ...singleIssues(content, post), ...tokenIssues(post)].map(({ field, code, message }) => ({
    field,
    path: memberPath(field, content, post.channel),
    code,
    message,
  }))

const media = ['slides', 'media_urls', 'media_url']
const text = ['caption', 'description', 'hashtags', 'comment_ask', 'comment_ask_mode', 'caption_format']

/** The members that decide a field of a post. */
const decidedBy: Record<string, readonly string[]> = {
  caption: [...text, 'thread_separator', ...media],
  hashtags: text,
  title: ['title'],
  link: ['link', 'destination_url', 'utm_campaign', 'utm_content', 'utm_term', 'project_id'],
  slides: [...media, 'post_type', 'alt_text'],
  media_urls: [...media, 'post_type'],
  post_type: [...media, 'post_type'],
}
/** Either of these in an override takes the place of the story's. */
const standsFor: Record<string, readonly string[]> = {
  ...Object.fromEntries(media.map((member) => [member, media])),
  caption: ['caption', 'description'],
}

const isAnyOpen = (fields: string[], ...rest: [Content, ChannelId, ReadonlySet<string>]): boolean =>
  fields.some((field) => isOpen(field, ...rest))

/** Does a fault hang on a member that has a fault of form, so that nobody can say whether it will stay? */
function isOpen(field: string, content: Content, channel: ChannelId, unsound: ReadonlySet<string>): boolean {
  if (unsound.size === 0) return false
  const override = content.channel_overrides[channel] ?? {}
  const isOverridden = (member: string): boolean =>
    (standsFor[member] ?? [member]).some((name) => override[name as keyof ChannelOverride] !== undefined)
  const members = decidedBy[field.split('.')[0] ?? ''] ?? []
  return members.some(
    (member) => unsound.has(`channel_overrides.${channel}.${member}`) || (unsound.has(member) && !isOverridden(member)),
  )
}

/** The schema sees a single post with many slides only where both stand side by side. */
function singleIssues({ channel_overrides }: Content, { channel, postType, media }: ResolvedPost): RuleIssue[] {
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
