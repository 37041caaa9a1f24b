import type { ChannelId } from '@/lib/channel-ids'
import type { Sandbox } from '../state/sandbox'
import { makeFacebook } from './facebook/network'
import { makeGhost } from './ghost/network'
import { makeInstagram } from './instagram/network'
import { makeLinkedIn } from './linkedin/network'
import type { Network } from './network'
import { makePinterest } from './pinterest/network'
import { makeThreads } from './threads/network'
import { makeX } from './x/network'

export type Networks = Record<ChannelId, Network> & { pinterest: ReturnType<typeof makePinterest> }

/** Must run before the log is replayed, because each network defines its log entries. */
export function makeNetworks(sandbox: Sandbox): Networks {
  return {
    instagram: makeInstagram(sandbox),
    facebook: makeFacebook(sandbox),
    x: makeX(sandbox),
    linkedin: makeLinkedIn(sandbox),
    pinterest: makePinterest(sandbox),
    ghost: makeGhost(sandbox),
    threads: makeThreads(sandbox),
  }
}
