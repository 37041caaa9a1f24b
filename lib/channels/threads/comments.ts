import type { ChannelComments } from '../channel'
import { publishContainer } from '../meta/containers'
import { readPermalink } from '../meta/permalink'
import { graphOf, networkOf } from './publish'
import { findPost } from './read'

const steps = { container: 'container', publish: 'comment' }

/** A reply to the post. */
export const comments: ChannelComments = {
  scope: null,
  async post({ parentId, text }, account, run) {
    const params = { media_type: 'TEXT', text, reply_to_id: parentId }
    const reply = { steps, params, items: [], hasVideo: false, isTextOnly: true }
    return publishContainer(run, networkOf(graphOf(account), true), reply)
  },
  urlOf: (_, id, account, run) => readPermalink(graphOf(account), id, run),
  find: ({ parentId, text }, account, doubt, call) =>
    findPost(
      { text, mediaCount: 0, repliesTo: parentId, container: steps.container, isLast: true },
      account,
      doubt,
      call,
    ),
}
