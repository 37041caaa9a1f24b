import { z } from 'zod'

/**
 * Undocumented facts about networks: limits reported by third parties, codes seen in practice. NETWORK_FACTS
 * overrides each default without a new release. Networks that are missing here have none. See docs/network-facts.md.
 */
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}
const orNone = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}, or null for none`
  return z.int({ error }).min(min, { error }).max(max, { error }).nullable()
}
const positiveNumber = () => {
  const error = 'must be a number above 0 and up to 100'
  return z.number({ error }).gt(0, { error }).max(100, { error })
}
const flag = () => z.boolean({ error: 'must be true or false' })
const codes = () => z.array(z.string().min(1), { error: 'must be a list of strings' })
const pattern = () =>
  z.string({ error: 'must be a regular expression' }).refine(isPattern, { error: 'must be a regular expression' })
const bytes = () => wholeNumber(1, 10_000_000_000)

/**
 * Where the feed hides the rest of a text behind “more”. Third parties measured it, and it varies with the device.
 * Instagram 125 characters: toolshake.xyz/tool/caption-character-counter. Facebook 477 on a desktop:
 * socialk.it/tools/facebook-character-counter. LinkedIn 210: textlengthtools.com/social-media-character-limits-guide.
 */
const fold = (characters: number, lines: number) => ({
  fold_characters: orNone(1, 100_000).default(characters),
  fold_lines: wholeNumber(1, 1_000).default(lines),
})

const shape = {
  instagram: z.strictObject(fold(125, 2)),
  facebook: z.strictObject({
    ...fold(477, 5),
    images_max: wholeNumber(2, 100).default(10),
    alt_text_max: orNone(1, 100_000).default(null),
    image_max_bytes: bytes().default(10_000_000),
    /** Whether a video's `post_id` without `_` lacks the Page id prefix. */
    post_id_lacks_page: flag().default(true),
    /** Upload phase states in which Facebook has the video or is fetching it. */
    upload_begun: codes().default(['in_progress', 'complete']),
  }),
  x: z.strictObject({
    /** 280 for all accounts; Premium accounts may write more. */
    text_max: wholeNumber(1, 100_000).default(280),
    /** Whether apps may reply to their own account's posts, which threads require. */
    chains: flag().default(true),
    lost_media_text: pattern().default('media ids? (is|are) invalid'),
  }),
  linkedin: z.strictObject({
    ...fold(210, 3),
    article_title_max: wholeNumber(1, 10_000).default(200),
    article_description_max: wholeNumber(1, 10_000).default(256),
    dead_token_codes: codes().default(['65600', '65601', '65602']),
  }),
  pinterest: z.strictObject({
    image_max_bytes: bytes().default(20_000_000),
    video_max_bytes: bytes().default(1_000_000_000),
    video_min_seconds: wholeNumber(0, 86_400).default(4),
    video_max_seconds: wholeNumber(1, 86_400).default(900),
    video_min_ratio: positiveNumber().default(0.5),
    video_max_ratio: positiveNumber().default(1.91),
    held_back_text: pattern().default('spam|blocked|community guidelines'),
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
    /** Threads' error subcodes for unfinished containers. */
    unfinished_subcodes: codes().default(['4279009']),
  }),
}

const Facts = z.strictObject({
  instagram: shape.instagram.prefault({}),
  facebook: shape.facebook.prefault({}),
  x: shape.x.prefault({}),
  linkedin: shape.linkedin.prefault({}),
  pinterest: shape.pinterest.prefault({}),
  ghost: shape.ghost.prefault({}),
  threads: shape.threads.prefault({}),
})

export type NetworkFacts = z.output<typeof Facts>

/** Schema of NETWORK_FACTS in `lib/env.ts`: JSON with overrides of the defaults. */
export const networkFactsText = z
  .string()
  .transform((text, context): NetworkFacts => {
    const parsed = Facts.safeParse(jsonOf(text), { error: objectExpected })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.addIssue({ code: 'custom', message: sentenceOf(issue) })
    return z.NEVER
  })
  .prefault('{}')

/** Names of all facts, for the test that compares them with docs/network-facts.md. */
export const networkFactNames: readonly string[] = Object.entries(shape).flatMap(([network, facts]) =>
  Object.keys(facts.shape).map((fact) => `${network}.${fact}`),
)

const objectExpected = (issue: { code?: string }): string | undefined =>
  issue.code === 'invalid_type' ? 'must be a JSON object' : undefined

function sentenceOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return path === '' ? issue.message : `${path} ${issue.message}`
  const unknown = issue.keys.map((key) => (path === '' ? key : `${path}.${key}`)).join(', ')
  const known = path === '' ? Object.keys(shape) : networkFactNames.filter((name) => name.startsWith(`${path}.`))
  return `unknown setting ${unknown}; use ${known.join(', ')}`
}

/** Undefined for invalid JSON, which the schema then rejects. */
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
