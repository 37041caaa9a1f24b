import type { Channel } from '../channel'
import { comments } from './comments'
import { publish } from './publish'
import { find } from './read'
import { countText, limits, validate } from './rules'

export const threads: Channel = { id: 'threads', name: 'Threads', limits, countText, validate, publish, find, comments }
