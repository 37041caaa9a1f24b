import { z } from 'zod'
import { type ChannelHistory, typeByMedia, withUrl } from '../history/history'
import { readEdgePage } from '../meta/history'
import { graphTime } from '../meta/list'
import { graphOf } from './publish'

const Child = z.object({
  media_type: z.string().optional(),
  media_url: z.string().optional(),
  alt_text: z.string().optional(),
})
const Media = Child.extend({
  id: z.string(),
  caption: z.string().default(''),
  media_product_type: z.string().optional(),
  permalink: z.string().optional(),
  timestamp: z.string(),
  children: z.object({ data: z.array(Child) }).optional(),
})

const kindOf = (type: string | undefined) => (type === 'VIDEO' ? ('video' as const) : ('image' as const))
const child = 'media_type,media_url,alt_text'

/** Stories have their own list and are not read. */
export const history: ChannelHistory = {
  readPage: (account, from, call) =>
    readEdgePage(
      graphOf(account),
      {
        path: `${account.accountId}/media`,
        fields: `id,caption,media_product_type,permalink,timestamp,${child},children{${child}}`,
        item: Media,
        toPast(post) {
          const media = (post.children?.data ?? [post]).flatMap((one) =>
            withUrl(one.media_url, kindOf(one.media_type), one.alt_text),
          )
          return {
            externalId: post.id,
            otherIds: [],
            url: post.permalink ?? null,
            title: null,
            text: post.caption,
            link: null,
            postType: post.media_product_type === 'REELS' ? 'reel' : typeByMedia(media),
            media,
            publishedAt: graphTime(post.timestamp),
          }
        },
      },
      from,
      call,
    ),
}
