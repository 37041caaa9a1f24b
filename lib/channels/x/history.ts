import { z } from 'zod'
import { type ChannelHistory, type PastPost, typeByMedia, withUrl } from '../history/history'
import { callX } from './client'
import { permalink } from './publish'

const Media = z.object({
  media_key: z.string(),
  type: z.string(),
  url: z.string().optional(),
  preview_image_url: z.string().optional(),
  alt_text: z.string().optional(),
})
const Url = z.object({ url: z.string(), expanded_url: z.string().optional(), media_key: z.string().optional() })
const Tweet = z.object({
  id: z.string(),
  text: z.string(),
  created_at: z.string(),
  entities: z.object({ urls: z.array(Url).optional() }).optional(),
  attachments: z.object({ media_keys: z.array(z.string()).optional() }).optional(),
  referenced_tweets: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
})
const Page = z.object({
  data: z.array(Tweet).default([]),
  includes: z.object({ media: z.array(Media).default([]) }).optional(),
  meta: z.object({ next_token: z.string().optional() }).optional(),
})

export const history: ChannelHistory = {
  async readPage(account, { cursor, since }, call) {
    const query = {
      max_results: '100',
      // Whole seconds: X rejects fractions.
      start_time: `${since.toISOString().slice(0, 19)}Z`,
      exclude: 'replies,retweets',
      'tweet.fields': 'created_at,entities,attachments,referenced_tweets',
      expansions: 'attachments.media_keys',
      'media.fields': 'media_key,type,url,preview_image_url,alt_text',
      ...(cursor === null ? {} : { pagination_token: cursor }),
    }
    const path = `users/${encodeURIComponent(account.accountId)}/tweets`
    const { data, includes, meta } = await callX(account, { method: 'GET', path, query }, Page, call)
    const media = new Map(includes?.media.map((item) => [item.media_key, item]))
    const posts = data.filter((tweet) => !isReply(tweet))
    return {
      posts: posts.map((tweet) => toPast(tweet, media, permalink(account, tweet.id))),
      next: meta?.next_token ?? null,
    }
  },
}

const isReply = ({ referenced_tweets }: z.output<typeof Tweet>): boolean =>
  referenced_tweets?.some(({ type }) => type === 'replied_to' || type === 'retweeted') ?? false

function toPast(
  tweet: z.output<typeof Tweet>,
  known: ReadonlyMap<string, z.output<typeof Media>>,
  url: string,
): PastPost {
  const urls = tweet.entities?.urls ?? []
  const attached = tweet.attachments?.media_keys?.flatMap((key) => known.get(key) ?? []) ?? []
  // Videos have no URL, only a picture.
  const media = attached.flatMap((item) => withUrl(item.url ?? item.preview_image_url, 'image', item.alt_text))
  return {
    externalId: tweet.id,
    otherIds: [],
    url,
    title: null,
    text: readable(tweet.text, urls),
    link: null,
    postType: typeByMedia(media),
    media,
    publishedAt: new Date(tweet.created_at),
  }
}

/** With the original links instead of t.co, and without the link to the post's own media. */
function readable(text: string, urls: readonly z.output<typeof Url>[]): string {
  const unescaped = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return urls
    .reduce(
      (all, { url, expanded_url, media_key }) => all.replaceAll(url, media_key ? '' : (expanded_url ?? url)),
      unescaped,
    )
    .trim()
}
