import type { ChannelMetrics, PostReading, PostToRead } from './metrics'

/**
 * Reads posts one by one, for networks with one call per post. Deleted posts are listed in `gone`. Any other error
 * ends the reading, because the next posts would fail too.
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
