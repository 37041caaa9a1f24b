import { metaComments } from '../meta/comments'
import { graphOf } from './publish'

export const comments = metaComments({
  name: 'Instagram',
  scope: 'instagram_business_manage_comments',
  graphOf,
  fields: 'id,text,timestamp,from',
  query: {},
  urlOf: () => null,
})
