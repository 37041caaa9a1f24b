import { aNetwork, publishesOnce } from '../support/channel-suite'

const world = aNetwork('facebook')
publishesOnce('facebook', world, { hasText: true, describesAll: true })
