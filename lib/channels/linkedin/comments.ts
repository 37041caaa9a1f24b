import { z } from 'zod'
import type { Account, CallOptions, ChannelComments, Doubt } from '../channel'
import { ChannelError } from '../channel-error'
import { earliestPossible, findInList, type Listed, type ListPage, sameText } from '../match'
import { channelSettings } from '../settings'
import { authorUrn, callLinkedIn } from './client'

const Comment = z.object({ id: z.string().min(1), commentUrn: z.string().optional() })
const Comments = z.object({
  elements: z.array(
    Comment.extend({
      actor: z.string(),
      message: z.object({ text: z.string().default('') }),
      created: z.object({ time: z.number() }),
    }),
  ),
})

const pageSize = 100

const pathOf = (postUrn: string): string => `socialActions/${encodeURIComponent(postUrn)}/comments`

/** Unlike posts, comments are plain text: mentions are in a separate member. */
export const comments: ChannelComments = {
  scope: null,
  async post({ parentId, text }, account, run) {
    const json = { actor: authorUrn(account), object: parentId, message: { text } }
    const { id } = await run.sendOnce('comment', async (call) => {
      const request = { method: 'POST' as const, path: pathOf(parentId), json, makesPublic: true }
      return { id: urnOf((await callLinkedIn(account, request, Comment, call)).data) }
    })
    return id
  },
  async urlOf({ parentId }, id) {
    const query = id.startsWith('urn:') ? `?commentUrn=${encodeURIComponent(id)}` : ''
    return `${channelSettings('linkedin').webUrl}/feed/update/${parentId}/${query}`
  },
  async find({ parentId, text }, account, doubt, call) {
    try {
      const first = await readPage({ postUrn: parentId, start: 0 }, account, doubt, call)
      return await findInList(first, { text: sameText(text), mediaCount: 0 }, doubt)
    } catch (error) {
      if (error instanceof ChannelError && error.providerStatus === 403)
        return { state: 'cannot_ask', reason: 'The connection can comment on LinkedIn but cannot read comments.' }
      throw error
    }
  },
}

const urnOf = ({ id, commentUrn }: z.output<typeof Comment>): string => commentUrn ?? id

/** LinkedIn does not document the order, so older comments are left out here: they would end the search. */
async function readPage(
  { postUrn, start }: { postUrn: string; start: number },
  account: Account,
  doubt: Doubt,
  call: CallOptions,
): Promise<ListPage> {
  const path = `${pathOf(postUrn)}?start=${start}&count=${pageSize}`
  const { data } = await callLinkedIn(account, { method: 'GET', path }, Comments, call)
  const posts = data.elements
    .filter(({ actor }) => actor === authorUrn(account))
    .map(toListed)
    .filter(({ createdAt }) => createdAt >= earliestPossible(doubt))
  const next = () => readPage({ postUrn, start: start + pageSize }, account, doubt, call)
  return { posts, next: data.elements.length < pageSize ? null : next }
}

const toListed = (comment: z.output<typeof Comments>['elements'][number]): Listed => ({
  id: urnOf(comment),
  text: sameText(comment.message.text),
  createdAt: new Date(comment.created.time),
  mediaCount: null,
  result: { id: urnOf(comment) },
})
