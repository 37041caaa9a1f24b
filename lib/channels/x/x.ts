import type { Channel } from '../channel'
import { comments } from './comments'
import { publish } from './publish'
import { find } from './read'
import { countText, limits, validate } from './rules'

export const x: Channel = { id: 'x', name: 'X', limits, countText, validate, publish, find, comments }
