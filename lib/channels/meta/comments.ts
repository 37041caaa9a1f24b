import { z } from 'zod'
import type { Account, ChannelComments, NewComment } from '../channel'
import { ChannelError } from '../channel-error'
import { findInList, type Listed, sameText } from '../match'
import { type Graph, GraphId, type GraphParams } from './graph'
import { graphTime, listEdge } from './list'

type CommentNetwork = {
  name: string
  scope: string
  graphOf(account: Account): Graph
  fields: string
  /** Replaces the defaults of a list. */
  query: GraphParams
  urlOf(comment: NewComment, id: string): string | null
}

const Comment = z.object({
  id: z.string(),
  text: z.string().optional(),
  message: z.string().optional(),
  timestamp: z.string().optional(),
  created_time: z.string().optional(),
  from: z.object({ id: z.string(), username: z.string().optional() }).optional(),
})

/** Comments on posts of Instagram and Facebook, which share a protocol. */
export const metaComments = (network: CommentNetwork): ChannelComments => ({
  scope: network.scope,
  async post(comment, account, run) {
    const { id } = await run.sendOnce('comment', (call) =>
      network.graphOf(account).postForm(`${comment.parentId}/comments`, { message: comment.text }, GraphId, call, true),
    )
    return id
  },
  urlOf: async (comment, id) => network.urlOf(comment, id),
  async find({ parentId, text }, account, doubt, call) {
    const edge = {
      path: `${parentId}/comments`,
      fields: network.fields,
      item: Comment,
      toListed: (item: z.output<typeof Comment>) => toListed(item, account),
      query: { since: undefined, ...network.query },
    }
    try {
      const first = await listEdge(network.graphOf(account), edge, doubt, call)
      return await findInList(first, { text: sameText(text), mediaCount: 0 }, doubt)
    } catch (error) {
      if (error instanceof ChannelError && error.isForbidden)
        return {
          state: 'cannot_ask',
          reason: `The connection can write comments on ${network.name} but cannot read them.`,
        }
      throw error
    }
  },
})

/** Comments of others get no text, so that they never match. Without a permission the author is not returned. */
function toListed(
  { id, text, message, timestamp, created_time, from }: z.output<typeof Comment>,
  account: Account,
): Listed {
  const isOurs = !from || from.id === account.accountId || (from.username && from.username === account.handle)
  return {
    id,
    text: isOurs ? sameText(text ?? message ?? '') : '',
    createdAt: graphTime(timestamp ?? created_time ?? ''),
    mediaCount: null,
    result: { id },
  }
}
