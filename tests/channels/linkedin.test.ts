import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('linkedin')
publishesOnce('linkedin', world, { hasText: true, describesAll: true })
