import { z } from 'zod'

/** Versions that answer: each lives a year. */
export const versions = { oldest: 202510, newest: 202608 }

export const limits = {
  commentaryMax: 3_000,
  altTextMax: 4_086,
  /** Documented nowhere; the shorter ones of those in use. */
  article: { title: 200, description: 256 },
  images: { min: 2, max: 20 },
  pixelsMax: 36_152_320,
  imageBytesMax: 100 * 1024 * 1024,
  imageFormats: ['jpeg', 'png', 'gif'],
  gifFramesMax: 250,
  video: {
    bytesMin: 75 * 1024,
    bytesMax: 500 * 1024 * 1024,
    partBytes: 4 * 1024 * 1024,
    seconds: { min: 3, max: 30 * 60 },
  },
  postsPerDay: 150,
  duplicateWindowMs: 10 * 60_000,
  uploadLifeMs: 86_400_000,
}

const imageUrn = z.string().regex(/^urn:li:image:[\w-]+$/, 'is not an image URN')
const image = z.strictObject({ id: imageUrn, altText: z.string().optional() })
const videoUrn = z.string().regex(/^urn:li:video:[\w-]+$/, 'is not a video URN')
const mediaUrn = z.string().regex(/^urn:li:(image|video):[\w-]+$/, 'is not the URN of an image or a video')
const authorUrn = z
  .string()
  .regex(/^urn:li:(person|organization):[\w-]+$/, 'is not the URN of a person or an organization')

export const NewPost = z.strictObject({
  author: authorUrn,
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.json()).optional(),
    thirdPartyDistributionChannels: z.array(z.json()).optional(),
  }),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean().optional(),
  content: z
    .union([
      z.strictObject({ media: image.extend({ id: mediaUrn, title: z.string().optional() }) }),
      z.strictObject({ multiImage: z.strictObject({ images: z.array(image), altText: z.string().optional() }) }),
      z.strictObject({
        article: z.strictObject({
          source: z.url({ protocol: /^https?$/ }),
          title: z.string().min(1),
          description: z.string().optional(),
          thumbnail: imageUrn.optional(),
          thumbnailAltText: z.string().optional(),
        }),
      }),
    ])
    .optional(),
})
export type NewPost = z.infer<typeof NewPost>

export const InitializeUpload = z.strictObject({
  initializeUploadRequest: z.strictObject({ owner: authorUrn }),
})

export const InitializeVideo = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: authorUrn,
    fileSizeBytes: z.int().min(1),
    uploadCaptions: z.boolean().optional(),
    uploadThumbnail: z.boolean().optional(),
  }),
})

export const FinalizeVideo = z.strictObject({
  finalizeUploadRequest: z.strictObject({
    video: videoUrn,
    uploadToken: z.string(),
    uploadedPartIds: z.array(z.string()).min(1),
  }),
})
