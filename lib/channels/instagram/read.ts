import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { findInList, type Listed, sameText } from '../match'
import { notYetVisible, stateIfKnown } from '../meta/doubt'
import { graphTime, listEdge } from '../meta/list'
import { stepId } from '../steps'
import { graphOf, readContainer } from './publish'

/** The container tells whether it was published; the list tells which post it became. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const graph = graphOf(account)
  const container = stepId(doubt, 'container')
  const state = container === null ? null : await stateIfKnown(() => readContainer(graph, container, call))
  if (state !== null && state !== 'PUBLISHED') return { state: 'absent' }

  // Stories have their own edge, without caption or children to compare.
  const isStory = post.postType === 'story'
  const first = await listEdge(
    graph,
    {
      path: `${account.accountId}/${isStory ? 'stories' : 'media'}`,
      fields: isStory ? 'id,timestamp,media_type' : 'id,caption,timestamp,media_type,children{id}',
      item: Media,
      // Stories have no text to compare, but a media type.
      toListed: (media) => (isStory ? { ...toListed(media), text: media.media_type } : toListed(media)),
    },
    doubt,
    call,
  )
  const shown = post.media[0]?.kind === 'video' ? 'VIDEO' : 'IMAGE'
  const wanted = { text: isStory ? shown : sameText(post.text), mediaCount: post.media.length }
  const found = await findInList(first, wanted, doubt)
  if (found.state === 'found' || state === null) return found
  return notYetVisible('Instagram', container, doubt, systemClock())
}

const Media = z.object({
  id: z.string(),
  caption: z.string().default(''),
  timestamp: z.string(),
  media_type: z.string().default(''),
  children: z.object({ data: z.array(z.unknown()) }).optional(),
})

function toListed(media: z.output<typeof Media>): Listed {
  return {
    id: media.id,
    text: sameText(media.caption),
    createdAt: graphTime(media.timestamp),
    mediaCount: media.children?.data.length ?? 1,
    result: { id: media.id },
  }
}
