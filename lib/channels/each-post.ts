import type { ChannelMetrics, PostReading, PostToRead } from './metrics'

/**
 * Reads posts one after the other, for networks that answer about one at a time. A post that the network no longer has
 * is named as gone; any other fault ends the reading, because it would meet the posts that follow as well.
 */
export async function eachPost(
  posts: readonly PostToRead[],
  read: (post: PostToRead) => Promise<PostReading>,
  isGone: (error: unknown) => boolean,
): ReturnType<ChannelMetrics['read']> {
  const readings = new Map<string, PostReading>()
  const gone: string[] = []
  for (const post of posts) {
    try {
      readings.set(post.externalId, await read(post))
    } catch (error) {
      if (!isGone(error)) throw error
      gone.push(post.externalId)
    }
  }
  return { readings, gone }
}
