import { metaComments } from '../meta/comments'
import { graphOf } from './publish'

export const comments = metaComments({
  name: 'Facebook',
  scope: 'pages_manage_engagement',
  graphOf,
  fields: 'id,message,created_time,from',
  query: { order: 'reverse_chronological' },
  urlOf({ postUrl }, id) {
    const url = new URL(postUrl)
    // The id has the form `{post}_{comment}`.
    url.searchParams.set('comment_id', id.slice(id.lastIndexOf('_') + 1))
    return url.href
  },
})
