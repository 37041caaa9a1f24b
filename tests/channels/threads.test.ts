import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('threads')
publishesOnce('threads', world, { hasText: true, describesAll: true })
