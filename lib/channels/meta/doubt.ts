import type { Doubt, FindResult } from '../channel'
import { ChannelFault } from '../fault'
import type { ContainerState, ContainerStatus } from './containers'

/** Null when the network has forgotten the container: then only the list can tell. */
export async function stateIfKnown(read: () => Promise<ContainerStatus>): Promise<ContainerState | null> {
  try {
    return (await read()).state
  } catch (error) {
    const isForgotten = error instanceof ChannelFault && error.outcome === 'refused' && error.category === 'content'
    if (isForgotten) return null
    throw error
  }
}

const patienceMs = 20 * 60 * 1_000

/**
 * The container says published and the list does not show the post. To say `absent` would send it again, so for a
 * while the answer is: ask later. After that the container itself stands for the post, which is out beyond doubt.
 */
export function notYetVisible(network: string, container: string | null, doubt: Doubt, now: Date): FindResult {
  if (container !== null && now.getTime() - doubt.sentAt.getTime() > patienceMs)
    return { state: 'found', result: { id: container } }
  throw new ChannelFault({
    outcome: 'refused',
    category: 'other',
    isRetryable: true,
    code: 'not_yet_visible',
    message: `${network} has published the post and does not list it yet. It is looked up again by itself.`,
  })
}
