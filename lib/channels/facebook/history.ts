import { z } from 'zod'
import { type ChannelHistory, typeByMedia, withUrl } from '../history/history'
import { readEdgePage } from '../meta/history'
import { graphTime } from '../meta/list'
import { graphOf } from './publish'

const Photo = z.object({
  media_type: z.string().optional(),
  description: z.string().optional(),
  media: z.object({ image: z.object({ src: z.string() }).optional() }).optional(),
})
const Attachment = Photo.extend({
  type: z.string().optional(),
  target: z.object({ id: z.string().optional() }).optional(),
  unshimmed_url: z.string().optional(),
  subattachments: z.object({ data: z.array(Photo) }).optional(),
})
const PagePost = z.object({
  id: z.string(),
  message: z.string().default(''),
  created_time: z.string(),
  permalink_url: z.string().optional(),
  full_picture: z.string().optional(),
  attachments: z.object({ data: z.array(Attachment) }).optional(),
})

const photo = 'media_type,description,media'

/** Videos are shown by their picture, because their own URL expires within hours. */
export const history: ChannelHistory = {
  readPage: (account, from, call) =>
    readEdgePage(
      graphOf(account),
      {
        path: `${account.accountId}/published_posts`,
        fields: `id,message,created_time,permalink_url,full_picture,attachments{type,target,unshimmed_url,${photo},subattachments{${photo}}}`,
        item: PagePost,
        toPast(post) {
          const attachments = post.attachments?.data ?? []
          const link = attachments.find(({ media_type, type }) => media_type === 'link' || type === 'share')
          const photos = attachments
            .filter((one) => one !== link)
            .flatMap((one) => one.subattachments?.data ?? [one])
            .flatMap((one) => withUrl(one.media?.image?.src, 'image', one.description))
          const media = photos.length > 0 || link ? photos : withUrl(post.full_picture, 'image')
          return {
            externalId: post.id,
            // A video may be known by its own id, and a post by its id without that of the Page.
            otherIds: [...attachments.flatMap(({ target }) => target?.id ?? []), post.id.split('_')[1] ?? ''].filter(
              Boolean,
            ),
            url: post.permalink_url ?? null,
            title: null,
            text: post.message,
            link: link?.unshimmed_url ?? null,
            postType: typeByMedia(media),
            media,
            publishedAt: graphTime(post.created_time),
          }
        },
      },
      from,
      call,
    ),
}
