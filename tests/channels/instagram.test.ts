import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('instagram')
publishesOnce('instagram', world, { hasText: false, describesAll: true })
