import type { Channel } from '../channel'
import { publish } from './publish'
import { find } from './read'
import { countText, limits, validate } from './rules'

export const ghost: Channel = { id: 'ghost', name: 'Ghost', limits, countText, validate, publish, find, comments: null }
