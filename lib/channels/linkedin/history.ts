import { z } from 'zod'
import type { ChannelHistory } from '../history/history'
import { channelSettings } from '../settings'
import { authorUrn, callLinkedIn } from './client'
import { fromLittleText } from './little-text'

const pageSize = 50

const Post = z.object({
  id: z.string(),
  commentary: z.string().default(''),
  createdAt: z.number().optional(),
  publishedAt: z.number().optional(),
  lifecycleState: z.string().optional(),
  content: z
    .object({
      article: z.object({ source: z.string().optional(), title: z.string().optional() }).optional(),
      multiImage: z.object({ images: z.array(z.unknown()) }).optional(),
    })
    .optional(),
})
const Posts = z.object({ elements: z.array(Post) })

/** LinkedIn names images by URN; resolving each takes a call, so they are not read. */
export const history: ChannelHistory = {
  async readPage(account, { cursor }, call) {
    const start = Number(cursor ?? 0)
    const author = encodeURIComponent(authorUrn(account))
    const path = `posts?author=${author}&q=author&count=${pageSize}&start=${start}&sortBy=CREATED`
    const headers = { 'x-restli-method': 'FINDER' }
    const { data } = await callLinkedIn(account, { method: 'GET', path, headers }, Posts, call)
    return {
      posts: data.elements
        .filter(({ lifecycleState = 'PUBLISHED' }) => lifecycleState === 'PUBLISHED')
        .map(({ id, commentary, content, publishedAt, createdAt }) => ({
          externalId: id,
          otherIds: [],
          url: `${channelSettings('linkedin').webUrl}/feed/update/${id}/`,
          title: content?.article?.title ?? null,
          text: fromLittleText(commentary),
          link: content?.article?.source ?? null,
          postType: content?.multiImage ? ('carousel' as const) : ('single' as const),
          media: [],
          publishedAt: new Date(publishedAt ?? createdAt ?? 0),
        })),
      next: data.elements.length < pageSize ? null : String(start + pageSize),
    }
  },
}
