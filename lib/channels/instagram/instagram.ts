import type { Channel } from '../channel'
import { comments } from './comments'
import { publish } from './publish'
import { find } from './read'
import { countText, limits, validate } from './rules'

export const instagram: Channel = {
  id: 'instagram',
  name: 'Instagram',
  limits,
  countText,
  validate,
  publish,
  find,
  comments,
}
