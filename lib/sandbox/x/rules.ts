import { createRequire } from 'node:module'
import { z } from 'zod'
import type { MediaFormat } from '../files'

// twitter-text is CommonJS; how an ES import sees its exports differs between Node and bundlers.
const twitterText: typeof import('twitter-text') = createRequire(import.meta.url)('twitter-text')

export const limits = {
  weightMax: 280,
  photosMax: 4,
  imageBytesMax: 5 * 1024 * 1024,
  gifBytesMax: 15 * 1024 * 1024,
  chunked: {
    tweet_gif: { bytesMax: 15 * 1024 * 1024, types: ['image/gif'] as string[] },
    tweet_video: { bytesMax: 512 * 1024 * 1024, types: ['video/mp4', 'video/quicktime'] as string[] },
  },
  gif: { width: 1280, height: 1080 },
  film: {
    seconds: { min: 0.5, max: 140 },
    longerMax: 1280,
    shorterMax: 1024,
    shorterMin: 32,
    ratioMax: 3,
    framesPerSecondMax: 60,
  },
  postsPerDay: 10_000,
  altTextMax: 1_000,
  mediaLifeSeconds: 86_400,
  timestampToleranceMs: 5 * 60_000,
  duplicateWindowMs: 86_400_000,
}

export const windowMs = 15 * 60_000

/** Requests a user may make in fifteen minutes, by operation. */
export const ratesPerWindow: Record<string, number> = {
  publish: 100,
  delete: 50,
  upload: 500,
  initialize: 1_875,
  append: 1_875,
  finalize: 1_875,
  status: 1_000,
  alt_text: 500,
  identity: 75,
  list: 900,
  read: 5_000,
}

const snowflake = z.string().regex(/^\d{1,19}$/)

export const NewPost = z.strictObject({
  text: z.string().optional(),
  media: z
    .strictObject({
      media_ids: z.array(snowflake).min(1).max(limits.photosMax),
      tagged_user_ids: z.array(snowflake).max(10).optional(),
    })
    .optional(),
  reply: z
    .strictObject({
      in_reply_to_tweet_id: snowflake,
      exclude_reply_user_ids: z.array(snowflake).optional(),
      auto_populate_reply_metadata: z.boolean().optional(),
    })
    .optional(),
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  made_with_ai: z.boolean().optional(),
  paid_partnership: z.boolean().optional(),
  nullcast: z.boolean().optional(),
})
export type NewPost = z.infer<typeof NewPost>

export const MediaMetadata = z.strictObject({
  id: snowflake,
  metadata: z.strictObject({ alt_text: z.strictObject({ text: z.string().max(limits.altTextMax) }) }),
})

export const JsonUpload = z.strictObject({
  media: z.base64(),
  media_category: z.enum(['tweet_image', 'tweet_gif']),
  media_type: z.string().optional(),
})

export const InitializeUpload = z.strictObject({
  media_type: z.string(),
  media_category: z.enum(['tweet_gif', 'tweet_video']),
  total_bytes: z.int().min(1),
})

export type MediaCategory = 'tweet_image' | 'tweet_gif' | 'tweet_video'

/** A medium's key begins with its kind. */
export const keyPrefixes: Record<MediaCategory, string> = { tweet_image: '3', tweet_gif: '16', tweet_video: '13' }

export const contentTypes: Partial<Record<MediaFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** X's own count: links are 23, emoji and CJK two. */
export const weightOf = (text: string): number => twitterText.parseTweet(text).weightedLength

export const urlsIn = (text: string): { url: string; indices: [number, number] }[] =>
  twitterText.extractUrlsWithIndices(text)

export const cashtagsIn = (text: string): string[] => twitterText.extractCashtags(text)
