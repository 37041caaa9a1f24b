import { z } from 'zod'

/**
 * What is believed of the networks and stands in none of their documents: limits that vendors name, codes that were
 * seen once. Each has a default and can be put right by NETWORK_FACTS without a new version of the product. A network
 * that is missing here has no such fact. docs/network-facts.md says what each one changes.
 */
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}
const orNone = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}, or null for none`
  return z.int({ error }).min(min, { error }).max(max, { error }).nullable()
}
const share = () => {
  const error = 'must be a number above 0 and up to 100'
  return z.number({ error }).gt(0, { error }).max(100, { error })
}
const yesOrNo = () => z.boolean({ error: 'must be true or false' })
const codes = () => z.array(z.string().min(1), { error: 'must be a list of strings' })
const words = () =>
  z.string({ error: 'must be a regular expression' }).refine(isPattern, { error: 'must be a regular expression' })
const bytes = () => wholeNumber(1, 10_000_000_000)

const shape = {
  facebook: z.strictObject({
    images_max: wholeNumber(2, 100).default(10),
    alt_text_max: orNone(1, 100_000).default(null),
    image_max_bytes: bytes().default(10_000_000),
    /** Whether a film's `post_id` without `_` lacks the id of the Page in front. */
    post_id_lacks_page: yesOrNo().default(true),
    /** States of the upload phase in which Facebook has the film, or is fetching it. */
    upload_begun: codes().default(['in_progress', 'complete']),
  }),
  x: z.strictObject({
    /** 280 for everybody; accounts with Premium may write more. */
    text_max: wholeNumber(1, 100_000).default(280),
    /** Whether an app may answer its own account's posts, which chains are made of. */
    chains: yesOrNo().default(true),
    lost_media_text: words().default('media ids? (is|are) invalid'),
  }),
  linkedin: z.strictObject({
    article_title_max: wholeNumber(1, 10_000).default(200),
    article_description_max: wholeNumber(1, 10_000).default(256),
    dead_token_codes: codes().default(['65600', '65601', '65602']),
  }),
  pinterest: z.strictObject({
    image_max_bytes: bytes().default(20_000_000),
    video_max_bytes: bytes().default(1_000_000_000),
    video_min_seconds: wholeNumber(0, 86_400).default(4),
    video_max_seconds: wholeNumber(1, 86_400).default(900),
    video_min_ratio: share().default(0.5),
    video_max_ratio: share().default(1.91),
    held_back_text: words().default('spam|blocked|community guidelines'),
  }),
  ghost: z.strictObject({
    accept_version: z
      .string({ error: 'must look like v6.0' })
      .regex(/^v\d+\.\d+$/, 'must look like v6.0')
      .default('v6.0'),
    excerpt_max: wholeNumber(1, 2_000).default(300),
    feature_image_alt_max: orNone(1, 100_000).default(191),
    image_max_bytes: bytes().default(50_000_000),
    video_max_bytes: bytes().default(1_000_000_000),
  }),
  threads: z.strictObject({
    links_max: orNone(1, 1_000).default(5),
    /** Subcodes by which Threads says that a container is not finished. */
    unfinished_subcodes: codes().default(['4279009']),
  }),
}

const Facts = z.strictObject({
  facebook: shape.facebook.prefault({}),
  x: shape.x.prefault({}),
  linkedin: shape.linkedin.prefault({}),
  pinterest: shape.pinterest.prefault({}),
  ghost: shape.ghost.prefault({}),
  threads: shape.threads.prefault({}),
})

export type NetworkFacts = z.output<typeof Facts>

/** The value of NETWORK_FACTS, as `lib/env.ts` reads it: JSON of what differs from the defaults. */
export const networkFactsText = z
  .string()
  .transform((text, context): NetworkFacts => {
    const parsed = Facts.safeParse(jsonOf(text), { error: objectExpected })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: sentenceOf(issue) })
    return z.NEVER
  })
  .prefault('{}')

/** Names of all facts, for the test that compares them with their page. */
export const networkFactNames: readonly string[] = Object.entries(shape).flatMap(([network, facts]) =>
  Object.keys(facts.shape).map((fact) => `${network}.${fact}`),
)

const objectExpected = (issue: { code?: string }): string | undefined =>
  issue.code === 'invalid_type' ? 'must be an object, {…}' : undefined

function sentenceOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return path === '' ? issue.message : `${path} ${issue.message}`
  const unknown = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')
  const known = path === '' ? Object.keys(shape) : networkFactNames.filter((name) => name.startsWith(`${path}.`))
  return `there is no ${unknown}, only ${known.join(', ')}`
}

/** Undefined for what is no JSON, which the schema refuses in its own words. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text)
    return text !== ''
  } catch {
    return false
  }
}
