import { z } from 'zod'
import type { Json } from '@/lib/json'
import type { Account, Published, ResolvedPost, Run } from '../channel'
import { ChannelError } from '../channel-error'
import { channelSettings } from '../settings'
import { callPinterest } from './client'
import { isBoardGone, isMediaGone, isSectionGone } from './errors'
import { uploadVideo } from './video'

const Pin = z.object({ id: z.string().min(1) })

/** One call creates a pin. Only videos are uploaded before. */
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
      if (!(error instanceof ChannelError)) throw error
      if (isMediaGone(error)) await run.forget(['media'])
      throw withBoardNamed(error, post)
    })
  return { externalId: id, url: `${channelSettings('pinterest').webUrl}/pin/${id}/` }
}

export function boardOf(post: ResolvedPost): string {
  if (post.boardId) return post.boardId
  throw new ChannelError({
    outcome: 'not_sent',
    category: 'content',
    isRetryable: false,
    code: 'no_board',
    message: 'No Pinterest board is set. Choose one for the story, or a default board for the connection.',
  })
}

/** Names the board in the error, because users do not know board ids. */
function withBoardNamed(failure: ChannelError, { boardId, boardName }: ResolvedPost): ChannelError {
  const board = boardName ? `The board “${boardName}”` : `The board ${boardId}`
  if (isBoardGone(failure)) {
    const message = `${board} no longer exists at Pinterest. Choose another board for the story, then retry.`
    return new ChannelError({ ...failure, message, cause: failure })
  }
  if (isSectionGone(failure)) {
    const message = `${board} no longer has the section of this pin. Choose another section, or none.`
    return new ChannelError({ ...failure, message, cause: failure })
  }
  return failure
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
