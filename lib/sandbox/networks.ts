import type { ChannelId } from '../channels/ids'
import { makeFacebook } from './facebook/network'
import { makeGhost } from './ghost/network'
import { makeInstagram } from './instagram/network'
import { makeLinkedIn } from './linkedin/network'
import type { Network } from './network'
import { makePinterest } from './pinterest/network'
import type { Sandbox } from './sandbox'
import { makeThreads } from './threads/network'
import { makeX } from './x/network'

export type Networks = Record<ChannelId, Network> & { pinterest: ReturnType<typeof makePinterest> }

/** All seven, before the journal is replayed: each declares the books that it keeps. */
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
