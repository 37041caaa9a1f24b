import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('pinterest')
publishesOnce('pinterest', world, { hasText: false, describesAll: true })
