import { z } from 'zod'
import { graphBoolean, graphId, graphObjects } from '../meta/parameters'

/** Versions of the Graph API that answer; v21.0 goes in January 2027. */
export const versions = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0']

export const limits = {
  messageMax: 63_206,
  imageBytesMax: 10 * 1024 * 1024,
  imageFormats: ['jpeg', 'bmp', 'png', 'gif', 'tiff'],
}

const link = z.url({ protocol: /^https?$/ })

export const FeedParameters = z.strictObject({
  message: z.string().optional(),
  link: link.optional(),
  published: graphBoolean.optional(),
  attached_media: graphObjects(z.strictObject({ media_fbid: graphId })).optional(),
  fields: z.string().min(1).optional(),
})
export type FeedParameters = z.infer<typeof FeedParameters>

export const PhotoParameters = z.strictObject({
  url: z.string().min(1),
  caption: z.string().optional(),
  message: z.string().optional(),
  alt_text_custom: z.string().optional(),
  published: graphBoolean.optional(),
  fields: z.string().min(1).optional(),
})
