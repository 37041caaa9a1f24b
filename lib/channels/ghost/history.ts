import { z } from 'zod'
import { type ChannelHistory, withUrl } from '../history/history'
import { callGhost } from './client'
import { plainText } from './html'

const pageSize = 50

const Post = z.object({
  id: z.string().min(1),
  url: z.string().default(''),
  title: z.string().nullish(),
  html: z.string().nullish(),
  feature_image: z.string().nullish(),
  feature_image_alt: z.string().nullish(),
  published_at: z.string(),
})
const Posts = z.object({
  posts: z.array(Post),
  meta: z.object({ pagination: z.object({ next: z.number().nullish() }) }).optional(),
})

export const history: ChannelHistory = {
  async readPage(account, { cursor, since }, call) {
    const from = since.toISOString().slice(0, 19).replace('T', ' ')
    const query = {
      filter: `status:published+published_at:>='${from}'`,
      order: 'published_at desc',
      limit: String(pageSize),
      page: cursor ?? '1',
      formats: 'html',
    }
    const { posts, meta } = await callGhost(account, { method: 'GET', path: 'posts/', query }, Posts, call)
    const next = meta?.pagination.next ?? null
    return {
      posts: posts.map((post) => ({
        externalId: post.id,
        otherIds: [],
        url: post.url || null,
        title: post.title ?? null,
        text: plainText(post.html ?? ''),
        link: null,
        postType: 'single' as const,
        media: withUrl(post.feature_image, 'image', post.feature_image_alt),
        publishedAt: new Date(post.published_at),
      })),
      next: next === null ? null : String(next),
    }
  },
}
