import { z } from 'zod'
import { systemClock } from '../../clock'
import type { Account, CallOptions, Doubt, FindResult, ResolvedPost } from '../channel'
import { findInList, type Listed, sameText } from '../match'
import { notYetVisible, stateIfKnown } from '../meta/doubt'
import { graphTime, listEdge } from '../meta/list'
import { partsOf } from '../rules'
import { stepId } from '../steps'
import { graphOf, partSteps, readContainer } from './publish'

/** The container tells whether it was published; the list tells which post it became. */
export async function find(post: ResolvedPost, account: Account, doubt: Doubt, call: CallOptions): Promise<FindResult> {
  const parts = partsOf(post)
  const index = parts.findIndex((_, at) => partSteps(post, at).publish === doubt.step)
  const text = parts[index]
  if (text === undefined) return { state: 'cannot_ask', reason: `The post has no part ${doubt.step}.` }
  // Replies have their own list.
  const isReply = index > 0
  const repliesTo = isReply ? stepId(doubt, partSteps(post, index - 1).publish) : undefined
  if (repliesTo === null)
    return { state: 'cannot_ask', reason: `The post that part ${index + 1} replies to is unknown.` }
  // If a text occurs twice in a thread, the recorded part is not the one in doubt.
  const done = parts.flatMap((_, at) => stepId(doubt, partSteps(post, at).publish) ?? [])
  const wanted = {
    text,
    mediaCount: isReply ? 0 : post.media.length,
    repliesTo,
    container: partSteps(post, index).container,
    isLast: index === parts.length - 1,
  }
  return findPost(wanted, account, { ...doubt, knownIds: [...(doubt.knownIds ?? []), ...done] }, call)
}

type Wanted = {
  text: string
  mediaCount: number
  /** Undefined for a post, which replies to nothing. */
  repliesTo: string | undefined
  /** The step that created the container. */
  container: string
  /** Nothing replies to it. */
  isLast: boolean
}

export async function findPost(
  { text, mediaCount, repliesTo, container: containerStep, isLast }: Wanted,
  account: Account,
  doubt: Doubt,
  call: CallOptions,
): Promise<FindResult> {
  const graph = graphOf(account)
  const isReply = repliesTo !== undefined
  const container = stepId(doubt, containerStep)
  const state = container === null ? null : await stateIfKnown(() => readContainer(graph, container, call))
  if (state !== null && state !== 'PUBLISHED') return { state: 'absent' }

  const first = await listEdge(
    graph,
    {
      path: `${account.accountId}/${isReply ? 'replies' : 'threads'}`,
      fields: `id,text,timestamp,media_type,children{id}${isReply ? ',replied_to' : ''}`,
      item: Thread,
      toListed,
      // Two threads may have the same text. Only a reply to the previous part belongs to this one.
      isWanted: ({ replied_to }) => replied_to?.id === repliesTo,
    },
    doubt,
    call,
  )
  const found = await findInList(first, { text: sameText(text), mediaCount }, doubt)
  if (found.state === 'found' || state === null) return found
  // A part that has replies needs its real post id.
  const fallbackId = isLast ? container : null
  return notYetVisible('Threads', fallbackId, doubt, systemClock())
}

const Thread = z.object({
  id: z.string(),
  text: z.string().default(''),
  timestamp: z.string(),
  media_type: z.string().default(''),
  children: z.object({ data: z.array(z.unknown()) }).optional(),
  replied_to: z.object({ id: z.string() }).optional(),
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
