import type { CallOptions, Run } from '../channel'
import { ChannelFault } from '../fault'
import { pollUntil } from '../poll'

/** A post in the making, on Instagram and on Threads. */
export type ContainerState = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED'
export type ContainerStatus = { state: ContainerState; reason: string }

export type ContainerPlan = {
  network: string
  /** All steps that led to the container, forgotten together when it can't be used. */
  steps: string[]
  /** Makes it, or takes it from an earlier attempt; through `run.once`. */
  make(): Promise<string>
  read(id: string, call: CallOptions): Promise<ContainerStatus>
  faultOf(reason: string): ChannelFault
  limitMs: number
}

export const imageLimitMs = 60_000
export const videoLimitMs = 300_000

export type Ready = { id: string; isPublished: boolean }

/** Gives a container that can be published, or that was. An expired one is made anew, once. */
export async function readyContainer(run: Run, plan: ContainerPlan): Promise<Ready> {
  const first = await finished(run, plan)
  if (first) return first
  run.note(`The prepared post at ${plan.network} had expired and is prepared again.`)
  const second = await finished(run, plan)
  if (second) return second
  throw plan.faultOf('EXPIRED')
}

/** Null when it had expired. */
async function finished(run: Run, plan: ContainerPlan): Promise<Ready | null> {
  const id = await plan.make()
  const { state, reason } = await awaitContainer(run, plan, id)
  if (state === 'FINISHED' || state === 'PUBLISHED') return { id, isPublished: state === 'PUBLISHED' }
  // Neither an expired nor a failed container ever recovers, so nothing that led to it is worth keeping.
  await run.forget(plan.steps)
  if (state === 'ERROR') throw plan.faultOf(reason)
  return null
}

export function awaitContainer(
  run: Run,
  plan: Pick<ContainerPlan, 'read' | 'limitMs' | 'network'>,
  id: string,
): Promise<ContainerStatus> {
  return pollUntil(run, {
    network: plan.network,
    limitMs: plan.limitMs,
    read: (call) => plan.read(id, call),
    isDone: ({ state }) => state !== 'IN_PROGRESS',
  })
}

/**
 * Thrown inside `sendOnce`, so that a send on record comes first: the container became a post although none is.
 * That is evidence for the one who asks, not a failure.
 */
export function publishedAlready(network: string): ChannelFault {
  return new ChannelFault({
    outcome: 'refused',
    category: 'content',
    isRetryable: true,
    code: 'container_published',
    isDuplicate: true,
    message: `${network} says that this post is out already. It is looked up there before anything else happens.`,
  })
}
