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
const Thread = Child.extend({
  id: z.string(),
  text: z.string().default(''),
  permalink: z.string().optional(),
  timestamp: z.string(),
  link_attachment_url: z.string().optional(),
  is_reply: z.boolean().optional(),
  children: z.object({ data: z.array(Child) }).optional(),
})

const kindOf = (type: string | undefined) => (type === 'VIDEO' ? ('video' as const) : ('image' as const))
const child = 'media_type,media_url,alt_text'

export const history: ChannelHistory = {
  readPage: (account, from, call) =>
    readEdgePage(
      graphOf(account),
      {
        path: `${account.accountId}/threads`,
        fields: `id,text,permalink,timestamp,link_attachment_url,is_reply,${child},children{${child}}`,
        item: Thread,
        toPast(post) {
          // A repost is no post of the account.
          if (post.is_reply || post.media_type === 'REPOST_FACADE') return null
          const media = (post.children?.data ?? [post]).flatMap((one) =>
            withUrl(one.media_url, kindOf(one.media_type), one.alt_text),
          )
          return {
            externalId: post.id,
            otherIds: [],
            url: post.permalink ?? null,
            title: null,
            text: post.text,
            link: post.link_attachment_url ?? null,
            postType: typeByMedia(media),
            media,
            publishedAt: graphTime(post.timestamp),
          }
        },
      },
      from,
      call,
    ),
}
