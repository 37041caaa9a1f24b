import type { Doubt, FindResult } from '../channel'
import { ChannelError } from '../channel-error'
import type { ContainerState, ContainerStatus } from './containers'

/** Null if the network no longer knows the container; then only the list helps. */
export async function stateIfKnown(read: () => Promise<ContainerStatus>): Promise<ContainerState | null> {
  try {
    return (await read()).state
  } catch (error) {
    const isForgotten = error instanceof ChannelError && error.outcome === 'refused' && error.category === 'content'
    if (isForgotten) return null
    throw error
  }
}

const visibilityTimeoutMs = 20 * 60 * 1_000

/**
 * The container is published but the post is not listed yet. `absent` would send it again, so check again later.
 * After 20 minutes the container id is used as the post id.
 */
export function notYetVisible(network: string, container: string | null, doubt: Doubt, now: Date): FindResult {
  if (container !== null && now.getTime() - doubt.sentAt.getTime() > visibilityTimeoutMs)
    return { state: 'found', result: { id: container } }
  throw new ChannelError({
    outcome: 'refused',
    category: 'other',
    isRetryable: true,
    code: 'not_yet_visible',
    message: `${network} has published the post but does not list it yet. Storycast will check again automatically.`,
  })
}
