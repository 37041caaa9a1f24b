import { z } from 'zod'

export const limits = {
  titleMax: 255,
  excerptMax: 300,
  tokenLifeSeconds: 300,
  /** Clocks differ; so much a token may seem to come from the future. */
  clockSkewSeconds: 5,
  featureImageAltMax: 191,
  /** Ghost names none. What stands in front of a site does, and this one is generous. */
  imageBytesMax: 50_000_000,
  filmBytesMax: 1_000_000_000,
}

/** Versions of the Admin API that this server speaks. */
export const versions = ['v5', 'v6']

const text = z.string().nullish()
const address = z.url({ protocol: /^https?$/ }).nullish()
const tags = z.union([
  z.array(z.string().min(1)),
  z.array(z.strictObject({ id: z.string().optional(), name: z.string().optional(), slug: z.string().optional() })),
])
const authors = z.union([
  z.array(z.string().min(1)),
  z.array(z.strictObject({ id: z.string().optional(), email: z.string().optional(), slug: z.string().optional() })),
])

const fields = {
  title: z.string().trim().min(1).max(limits.titleMax),
  html: z.string().nullish(),
  lexical: z.string().nullish(),
  status: z.enum(['draft', 'published', 'scheduled']).optional(),
  published_at: z.iso.datetime().nullish(),
  tags: tags.optional(),
  authors: authors.optional(),
  slug: z.string().min(1).max(191).optional(),
  feature_image: address,
  feature_image_alt: z.string().max(limits.featureImageAltMax).nullish(),
  feature_image_caption: text,
  custom_excerpt: z.string().max(limits.excerptMax).nullish(),
  canonical_url: address,
  visibility: z.enum(['public', 'members', 'paid', 'tiers']).optional(),
  featured: z.boolean().optional(),
  email_only: z.boolean().optional(),
  meta_title: text,
  meta_description: text,
  og_image: address,
  og_title: text,
  og_description: text,
  twitter_image: address,
  twitter_title: text,
  twitter_description: text,
  codeinjection_head: text,
  codeinjection_foot: text,
}

export const NewPost = z.strictObject({ posts: z.array(z.strictObject(fields)).length(1) })
export const EditedPost = z.strictObject({
  posts: z.array(z.strictObject({ ...fields, title: fields.title.optional(), updated_at: z.iso.datetime() })).length(1),
})
export type PostFields = z.infer<typeof EditedPost>['posts'][number]
