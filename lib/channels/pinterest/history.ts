import { z } from 'zod'
import { type ChannelHistory, typeByMedia, withUrl } from '../history/history'
import { channelSettings } from '../settings'
import { callPinterest } from './client'
import { utc } from './time'

const Images = z.record(z.string(), z.object({ url: z.string(), width: z.number().nullish() }))
const Pin = z.object({
  id: z.string(),
  created_at: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  alt_text: z.string().nullish(),
  is_owner: z.boolean().optional(),
  media: z
    .object({
      cover_image_url: z.string().nullish(),
      images: Images.nullish(),
      items: z.array(z.object({ images: Images.nullish() })).optional(),
    })
    .nullish(),
})
const Pins = z.object({ items: z.array(Pin), bookmark: z.string().nullish() })

/** The widest image. */
const widest = (images: z.output<typeof Images> | null | undefined): string | undefined =>
  Object.values(images ?? {}).sort((one, other) => (other.width ?? 0) - (one.width ?? 0))[0]?.url

/** Pins of secret boards are not listed. */
export const history: ChannelHistory = {
  async readPage(account, { cursor }, call) {
    const query = { page_size: '100', ...(cursor === null ? {} : { bookmark: cursor }) }
    const { items, bookmark } = await callPinterest(account, { method: 'GET', path: 'pins', query }, Pins, call)
    return {
      posts: items
        .filter(({ is_owner = true }) => is_owner)
        .map((pin) => {
          const { media: content } = pin
          const urls = content?.items?.map(({ images }) => widest(images)) ?? [
            widest(content?.images) ?? content?.cover_image_url,
          ]
          const media = urls.flatMap((url) => withUrl(url, 'image', pin.alt_text))
          return {
            externalId: pin.id,
            otherIds: [],
            url: `${channelSettings('pinterest').webUrl}/pin/${pin.id}/`,
            title: pin.title ?? null,
            text: pin.description ?? '',
            link: pin.link ?? null,
            postType: typeByMedia(media),
            media,
            publishedAt: utc(pin.created_at),
          }
        }),
      next: bookmark ?? null,
    }
  },
}
