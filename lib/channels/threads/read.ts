import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { findInList, type Listed, sameText } from '../match'
import { notYetVisible, stateIfKnown } from '../meta/doubt'
import { graphTime, listEdge } from '../meta/list'
import { stepId } from '../steps'
import { graphOf, readContainer } from './publish'

/** The container knows whether it became a post; the list knows which one. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const graph = graphOf(account)
  const container = stepId(doubt, 'container')
  const state = container === null ? null : await stateIfKnown(() => readContainer(graph, container, call))
  if (state !== null && state !== 'PUBLISHED') return { state: 'absent' }

  const first = await listEdge(
    graph,
    {
      path: `${account.accountId}/threads`,
      fields: 'id,text,timestamp,media_type,children{id}',
      item: Thread,
      toListed,
    },
    doubt,
    call,
  )
  const found = await findInList(first, { text: sameText(post.text), mediaCount: post.media.length }, doubt)
  if (found.state === 'found' || state === null) return found
  return notYetVisible('Threads', container, doubt, systemClock())
}

const Thread = z.object({
  id: z.string(),
  text: z.string().default(''),
  timestamp: z.string(),
  media_type: z.string().default(''),
  children: z.object({ data: z.array(z.unknown()) }).optional(),
})

function toListed(thread: z.output<typeof Thread>): Listed {
  const isText = thread.media_type === 'TEXT_POST' || thread.media_type === 'TEXT'
  return {
    id: thread.id,
    text: sameText(thread.text),
    createdAt: graphTime(thread.timestamp),
    mediaCount: thread.children?.data.length ?? (isText ? 0 : 1),
    result: { id: thread.id },
  }
}
