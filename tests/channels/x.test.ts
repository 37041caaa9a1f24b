import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('x')
publishesOnce('x', world, { hasText: true, describesAll: true })
