import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('ghost')
publishesOnce('ghost', world, { hasText: true, describesAll: true })
