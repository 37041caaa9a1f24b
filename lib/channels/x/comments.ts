import type { ChannelComments } from '../channel'
import { createPost, permalink } from './publish'
import { findPost } from './read'

/** A reply to the post. */
export const comments: ChannelComments = {
  scope: null,
  async post({ parentId, text }, account, run) {
    const json = { text, reply: { in_reply_to_tweet_id: parentId } }
    const { id } = await run.sendOnce('comment', (call) => createPost(json, account, call))
    return id
  },
  urlOf: async (_, id, account) => permalink(account, id),
  find: ({ parentId, text }, account, doubt, call) =>
    findPost({ text, mediaCount: 0, repliesTo: parentId }, account, doubt, call),
}
