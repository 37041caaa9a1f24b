import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import type { ResolvedPost } from '@/lib/channels/channel'
import { channelLimits, countText } from '@/lib/channels/limits'
import { characters, threadPartsMax } from '@/lib/channels/rules'
import { sentAltText, sentTitle } from '@/lib/channels/sent-fields'
import type { Database } from '@/lib/db/pool'
import { notFound, validationError } from '@/lib/errors'
import { yielding } from '@/lib/event-loop'
import { type PostLinks, targetOf } from '@/lib/posts/links'
import { type Resolution, resolvePost } from '@/lib/posts/resolve'
import { type Fitted, fitMedia, type Knowledge } from '@/lib/renditions/fit'
import { placeholderCode, shortUrl } from '@/lib/tracking/code'
import { mediaKnowledge, shownFile } from '../checks/media-check'
import { postWarnings } from '../checks/rule-checks'
import { StoryChecks } from '../checks/story-checks'
import { blankContent, type Content, changeContent, contentOfRow } from '../content/content'
import { type LinkContext, linksOf } from '../content/links'
import type { ResolvedTracking } from '../content/tracking-values'
import type {
  PreviewChannel,
  previewStory as storedContract,
  previewUnsaved as unsavedContract,
} from '../preview-contract'
import { findBoardNames, findPinterest, findRows, findStory } from '../repository'
import type { StoryRow } from '../serializer'

type Previews = Partial<Record<ChannelId, PreviewChannel>>

/** Input for a story's posts besides its content. */
type PreviewContext = LinkContext & { boards: Boards; media: Knowledge }

/** The boards of Pinterest that the posts can use. Keys of `names` are ids. */
type Boards = { defaultId: string | null; names: ReadonlyMap<string, string> }

/** Each channel's post as the publisher would build it. Reads and stores nothing. */
export async function previewOf(content: Content, context: PreviewContext): Promise<Previews> {
  const takeTurn = yielding()
  const previews: Previews = {}
  for (const [channel, links] of linksOf(content, context)) {
    await takeTurn()
    const { link, ownLink } = links
    const options = { link, ownLink, linkTarget: targetOf(links), defaultBoardId: context.boards.defaultId }
    const resolution = resolvePost(content, channel, options)
    previews[channel] = show(content, resolution, links, fitMedia(resolution.post, context.media), context.boards)
  }
  return previews
}

function show(
  content: Content,
  resolution: Resolution,
  { tracked }: PostLinks,
  fitted: Fitted,
  { names }: Boards,
): PreviewChannel {
  const { post } = fitted
  const { channel } = post
  const limits = channelLimits[channel]
  const ofPost = tracked.find(({ slide_index }) => slide_index === null)
  const shortUrlOf = (index: number): string | null => {
    const own = tracked.find(({ slide_index }) => slide_index === index)
    return own ? shortUrl(own.code) : null
  }
  const counts = countsOf(post)
  return {
    text: post.text,
    caption: post.caption,
    hashtags: post.hashtags,
    media: post.media.map(({ url, kind }, index) => ({
      url,
      kind,
      alt_text: sentAltText(post, index),
      short_url: shortUrlOf(index),
      ...shownFile(fitted.files, index),
    })),
    cover: fitted.files.some(({ index }) => index === 'cover')
      ? { url: post.coverImageUrl ?? '', ...shownFile(fitted.files, 'cover') }
      : null,
    post_type: post.postType,
    link: post.link,
    tracked_link: ofPost
      ? {
          short_url: shortUrl(ofPost.code),
          destination_url: ofPost.destination,
          is_placeholder: ofPost.code === placeholderCode,
        }
      : null,
    title: sentTitle(post),
    excerpt: post.ghost?.excerpt ?? null,
    board_name: names.get(post.boardId ?? '') ?? null,
    first_comment: post.firstComment
      ? { text: post.firstComment, text_count: countText(channel, post.firstComment) }
      : null,
    ...(post.thread ? { thread: post.thread, thread_counts: counts } : {}),
    warnings: postWarnings(content, resolution, fitted, { reportsUnchecked: false }),
    limits: {
      text_count: Math.max(0, ...counts),
      text_max: limits.textMax,
      text_unit: limits.textUnit,
      fold: limits.fold ?? null,
      comment_max: limits.commentMax,
      hashtags_max: limits.hashtagsMax,
      mentions_max: limits.mentionsMax,
      title_max: limits.titleMax,
      alt_text_max: limits.altTextMax,
      link_max: limits.linkMax,
      images_max: limits.imagesMax,
      carousel: limits.carousel,
      needs_media: limits.needsMedia,
    },
  }
}

/** Threads with too many parts are not counted part by part, which would take seconds. */
const countsOf = ({ channel, thread, text }: ResolvedPost): number[] =>
  (thread ?? [text]).map((part, index) => (index < threadPartsMax ? countText(channel, part) : characters(part)))

export async function previewStory(
  context: Context,
  { id }: InputOf<typeof storedContract>,
): Promise<AnswerOf<typeof storedContract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:read')
  const story = await findStory(context.db, projectId, id)
  if (!story) throw notFound('story')
  return { story_id: id, channels: await previewStored(context.db, story, context.now) }
}

/** The posts of a stored story. */
export async function previewStored(db: Database, story: StoryRow, now: Date): Promise<Previews> {
  const { id, project_id: projectId } = story
  const content = contentOfRow(story)
  const checks = await StoryChecks.open(db, projectId, now)
  const { name } = await checks.templateName(content.template_id)
  return previewOf(content, {
    storyId: id,
    resolved: story.utm_resolved as ResolvedTracking | null,
    rows: await findRows(db, projectId, id),
    tracking: checks.trackingContext({ templateName: name, automationName: null }),
    boards: await findBoards(db, projectId, content),
    media: await mediaKnowledge(db, projectId, content),
    now,
  })
}

/** Called while the user types, so channel problems are warnings and only malformed requests are rejected. */
export async function previewUnsaved(
  context: Context,
  input: InputOf<typeof unsavedContract>,
): Promise<AnswerOf<typeof unsavedContract>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const checks = await StoryChecks.open(context.db, projectId, context.now)
  const { content, issues } = changeContent(blankContent, input, context.now)
  const template = await checks.templateName(content.template_id)
  const allIssues = [...issues, ...template.issues]
  if (allIssues.length) throw validationError(allIssues)
  return { story_id: null, channels: await previewContent(checks, content, { templateName: template.name }) }
}

/** The posts of content that is not saved. */
export async function previewContent(
  checks: StoryChecks,
  content: Content,
  { templateName, automationName = null }: { templateName: string | null; automationName?: string | null },
): Promise<Previews> {
  const { db, project, now } = checks
  return previewOf(content, {
    storyId: null,
    resolved: null,
    rows: [],
    tracking: checks.trackingContext({ templateName, automationName }),
    boards: await findBoards(db, project.id, content),
    media: await mediaKnowledge(db, project.id, content),
    now,
  })
}

async function findBoards(db: Database, projectId: string, content: Content): Promise<Boards> {
  if (!content.channels.includes('pinterest')) return { defaultId: null, names: new Map() }
  const { defaultBoardId } = await findPinterest(db, projectId)
  const ids = [content.channel_overrides.pinterest?.board_id, defaultBoardId].filter((id) => typeof id === 'string')
  return { defaultId: defaultBoardId, names: await findBoardNames(db, projectId, ids) }
}
