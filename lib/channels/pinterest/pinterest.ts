import type { Channel } from '../channel'
import { publish } from './publish'
import { find } from './read'
import { countText, limits, validate } from './rules'

export const pinterest: Channel = {
  id: 'pinterest',
  name: 'Pinterest',
  limits,
  countText,
  validate,
  publish,
  find,
  comments: null,
}
