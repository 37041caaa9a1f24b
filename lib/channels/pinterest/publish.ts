import { z } from 'zod'
import type { Account, Json, Published, ResolvedPost, Run } from '../channel'
import { ChannelFault } from '../fault'
import { channelSettings } from '../settings'
import { callPinterest } from './client'
import { isBoardGone, isMediaGone, isSectionGone } from './errors'
import { uploadVideo } from './video'

const Pin = z.object({ id: z.string().min(1) })

/** One call makes a pin; only a film is uploaded before it. */
export async function publish(post: ResolvedPost, account: Account, run: Run): Promise<Published> {
  const boardId = boardOf(post)
  const source = await mediaSource(post, account, run)
  const json: Json = {
    board_id: boardId,
    ...(post.boardSectionId ? { board_section_id: post.boardSectionId } : {}),
    ...(post.title ? { title: post.title } : {}),
    ...(post.text ? { description: post.text } : {}),
    ...(post.link ? { link: post.link } : {}),
    ...(post.media[0]?.altText ? { alt_text: post.media[0].altText } : {}),
    media_source: source,
  }
  const { id } = await run
    .sendOnce('publish', async (call) => {
      const pin = await callPinterest(account, { method: 'POST', path: 'pins', json, makesPublic: true }, Pin, call)
      return { id: pin.id }
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof ChannelFault)) throw error
      if (isMediaGone(error)) await run.forget(['media'])
      throw withBoardNamed(error, post)
    })
  return { externalId: id, url: `${channelSettings('pinterest').webUrl}/pin/${id}/` }
}

export function boardOf(post: ResolvedPost): string {
  if (post.boardId) return post.boardId
  throw new ChannelFault({
    outcome: 'not_sent',
    category: 'content',
    isRetryable: false,
    code: 'no_board',
    message: 'No Pinterest board is set. Choose one for the story, or a default board for the connection.',
  })
}

/** People know their boards by name, and whoever reads this has the story before them and not its ids. */
function withBoardNamed(fault: ChannelFault, { boardId, boardName }: ResolvedPost): ChannelFault {
  const board = boardName ? `The board “${boardName}”` : `The board ${boardId}`
  if (isBoardGone(fault)) {
    const message = `${board} no longer exists at Pinterest. Choose another board for the story, then try again.`
    return new ChannelFault({ ...fault, message, cause: fault })
  }
  if (isSectionGone(fault)) {
    const message = `${board} no longer has the section that this pin was to go to. Choose another section, or none.`
    return new ChannelFault({ ...fault, message, cause: fault })
  }
  return fault
}

async function mediaSource(post: ResolvedPost, account: Account, run: Run): Promise<Json> {
  const [only, ...others] = post.media
  if (only?.kind === 'video') {
    const mediaId = await uploadVideo(only, account, run)
    return { source_type: 'video_id', media_id: mediaId, cover_image_url: post.coverImageUrl }
  }
  if (others.length > 0) return { source_type: 'multiple_image_urls', items: post.media.map(({ url }) => ({ url })) }
  return { source_type: 'image_url', url: only?.url ?? null }
}
