import { z } from 'zod'
import { networkFactsText } from '@/lib/network-facts'

/**
 * All environment variables. No other file reads them. A test compares them with `.env.example`. A bad value stops
 * the start with a message that names the variable.
 */

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .transform((value) => value === '1' || value === 'true')
  .describe('0 or 1')
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((value) => value.replace(/\/+$/, ''))
/** One message for any invalid number. */
const number = (error: string, min: number, max: number) =>
  z.coerce.number({ error }).min(min, { error }).max(max, { error })
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return number(error, min, max).int({ error })
}
const seconds = (min: number, max: number) => number(`must be a number of seconds from ${min} to ${max}`, min, max)

const mailFromPattern = /^(?:[^<>@\r\n]{0,100}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: wholeNumber(1, 65_535).default(3000),
  /** Address to listen on. 0.0.0.0 accepts connections from other machines. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Public URL. Base of links in responses and emails. */
  APP_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  /** Connections per process. Serverless instances need 1 to 4; the embedded database also needs few. */
  DATABASE_POOL_MAX: wholeNumber(1, 200).default(10),
  /** Closes a connection after a query without a response: the server may be down. */
  DATABASE_QUERY_TIMEOUT_SECONDS: seconds(0.2, 3_600).default(15),
  /** Files are stored in Supabase Storage if both are set, otherwise in `DATA_DIR`. */
  SUPABASE_URL: httpUrl.optional(),
  SUPABASE_SERVICE_ROLE_KEY: z.string().min(1).optional(),
  SUPABASE_BUCKET: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be letters, digits, - and _')
    .default('media'),
  /** Storage quota of a project in bytes. Default: 20 GB. */
  PROJECT_STORAGE_MAX_BYTES: wholeNumber(1, 2 ** 50).default(20 * 1024 ** 3),
  /** Max bytes of a video uploaded with the resumable protocol. Networks accept at most 1 GB, `largeFileBytesMax`. */
  LARGE_MEDIA_MAX_BYTES: wholeNumber(1, 1024 ** 3).default(1024 ** 3),
  DEMO: flag.default(true),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),

  /** 32 bytes in base64 or hex, optionally as `keyid:bytes`, several separated by commas; the first one encrypts. */
  ENCRYPTION_KEY: z.string().min(1).optional(),
  /** Who may create an account: everyone, users with an invitation link, or no one. */
  SIGN_UP: z.enum(['open', 'invite', 'closed'], { error: 'must be open, invite or closed' }).default('open'),
  NEXTAUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),

  /** Sign-in with GitHub or Google. A provider's button is shown when its id and secret are set. */
  GITHUB_ID: z.string().min(1).optional(),
  GITHUB_SECRET: z.string().min(1).optional(),
  /** For GitHub Enterprise Server: its URL, and the same with `/api/v3`. */
  GITHUB_URL: httpUrl.default('https://github.com'),
  GITHUB_API_URL: httpUrl.default('https://api.github.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  /** Aliases of the two. */
  GOOGLE_ID: z.string().min(1).optional(),
  GOOGLE_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),

  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).default(600),
  /** After this time a request with an Idempotency-Key counts as crashed. */
  IDEMPOTENCY_LEASE_SECONDS: seconds(1, 600).default(30),
  /**
   * Number of proxies in front of the server. With 0, `X-Forwarded-*` headers are ignored because callers can forge
   * them.
   */
  TRUSTED_PROXIES: wholeNumber(0, 10).optional(),
  ALLOW_PRIVATE_NETWORK: flag.default(false),
  ALLOW_INSECURE_WEBHOOKS: flag.default(false),
  ALLOW_REAL_NETWORKS: flag.default(false),
  /** Set by `npm run up`. New projects can then connect sandbox accounts with one click. */
  SANDBOX_URL: httpUrl.optional(),
  VERCEL_ENV: z.enum(['production', 'preview', 'development', '']).optional(),
  VERCEL_URL: z.string().optional(),

  /** Mail server: smtp://user:password@host:587 (STARTTLS) or smtps://…:465. Without it no email is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  /** Timeout for the connection, the greeting and each response. Sending one email may take six times as long. */
  SMTP_TIMEOUT_SECONDS: seconds(0.2, 60).default(10),
  /** Sender of all emails. */
  MAIL_FROM: z
    .string()
    .regex(mailFromPattern, 'must be an email, or a name and an email: Storycast <mail@example.com>')
    .optional(),

  /** The AI model: OpenAI with the key alone, or any compatible server with a base URL and a model. */
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: httpUrl.optional(),
  OPENAI_MODEL: z.string().min(1).max(200).optional(),
  OPENAI_EMBEDDING_MODEL: z.string().min(1).max(200).optional(),
  /** Length of the vectors to ask for. 0: not sent, so the model's own length. */
  OPENAI_EMBEDDING_DIMENSIONS: wholeNumber(0, 4_096).default(512),
  OPENAI_API: z.enum(['responses', 'chat'], { error: 'must be responses or chat' }).optional(),
  AI_TIMEOUT_SECONDS: seconds(0.2, 300).default(30),
  /** Budget per project, against runaway costs. Embeddings have the same again. */
  AI_CALLS_PER_HOUR: wholeNumber(1, 1_000_000).default(60),

  INNGEST_EVENT_KEY: z.string().min(1).optional(),
  INNGEST_SIGNING_KEY: z.string().min(1).optional(),
  INNGEST_DEV: z.string().optional(),
  INNGEST_BASE_URL: httpUrl.optional(),

  /** Max parallel posts per worker, and per connection. */
  PUBLISH_CONCURRENCY: wholeNumber(1, 2_000).default(800),
  PUBLISH_CONCURRENCY_PER_CONNECTION: wholeNumber(1, 500).default(5),
  PUBLISH_LEASE_SECONDS: seconds(1, 600).default(30),
  PUBLISH_CALL_TIMEOUT_SECONDS: seconds(0.2, 300).default(20),
  PUBLISH_POLL_SECONDS: seconds(0.05, 60).default(1),
  /** Max parallel webhook deliveries per worker. */
  WEBHOOK_CONCURRENCY: wholeNumber(2, 2_000).default(256),
  WORKER_SILENT_SECONDS: seconds(1, 3_600).default(60),

  GRAPH_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, 'must look like v25.0')
    .default('v25.0'),
  LINKEDIN_VERSION: z
    .string()
    .regex(/^\d{6}$/, 'must be YYYYMM')
    .default('202608'),
  /** X's API description says `post.fields`; the API itself expects `tweet.fields`. */
  X_POST_FIELDS_PARAMETER: z.enum(['tweet.fields', 'post.fields']).default('tweet.fields'),
  /** X documents no max chunk size. If X rejects a chunk as too large, smaller ones are tried. */
  X_CHUNK_BYTES: wholeNumber(65_536, 67_108_864).default(1_048_576),
  /** LinkedIn may report a new token as revoked for a few seconds. The call is retried after this delay. */
  LINKEDIN_FRESH_TOKEN_SECONDS: seconds(0, 60).default(5),
  /** Overrides of undocumented network facts. */
  NETWORK_FACTS: networkFactsText,

  INSTAGRAM_API_URL: httpUrl.default('https://graph.instagram.com'),
  INSTAGRAM_AUTH_URL: httpUrl.default('https://www.instagram.com'),
  FACEBOOK_API_URL: httpUrl.default('https://graph.facebook.com'),
  FACEBOOK_AUTH_URL: httpUrl.default('https://www.facebook.com'),
  THREADS_API_URL: httpUrl.default('https://graph.threads.net'),
  THREADS_AUTH_URL: httpUrl.default('https://threads.net'),
  X_API_URL: httpUrl.default('https://api.x.com'),
  X_AUTH_URL: httpUrl.default('https://x.com'),
  LINKEDIN_API_URL: httpUrl.default('https://api.linkedin.com'),
  LINKEDIN_AUTH_URL: httpUrl.default('https://www.linkedin.com'),
  PINTEREST_API_URL: httpUrl.default('https://api.pinterest.com'),
  PINTEREST_AUTH_URL: httpUrl.default('https://www.pinterest.com'),
  /** Instagram exchanges authorization codes at a separate host. */
  INSTAGRAM_TOKEN_URL: httpUrl.default('https://api.instagram.com'),

  /** Your OAuth app at each network. X has two types; OAuth 2.0 is used if the client id is set. */
  INSTAGRAM_CLIENT_ID: z.string().min(1).optional(),
  INSTAGRAM_CLIENT_SECRET: z.string().min(1).optional(),
  FACEBOOK_CLIENT_ID: z.string().min(1).optional(),
  FACEBOOK_CLIENT_SECRET: z.string().min(1).optional(),
  THREADS_CLIENT_ID: z.string().min(1).optional(),
  THREADS_CLIENT_SECRET: z.string().min(1).optional(),
  X_API_KEY: z.string().min(1).optional(),
  X_API_SECRET: z.string().min(1).optional(),
  X_CLIENT_ID: z.string().min(1).optional(),
  X_CLIENT_SECRET: z.string().min(1).optional(),
  LINKEDIN_CLIENT_ID: z.string().min(1).optional(),
  LINKEDIN_CLIENT_SECRET: z.string().min(1).optional(),
  PINTEREST_CLIENT_ID: z.string().min(1).optional(),
  PINTEREST_CLIENT_SECRET: z.string().min(1).optional(),
  /** The verify token of the inbox webhooks, as entered in the dashboard of your Meta app. */
  META_VERIFY_TOKEN: z.string().min(1).optional(),
  /** Scopes granted to your LinkedIn app. LinkedIn rejects the whole consent if one is missing. */
  LINKEDIN_SCOPES: z.string().min(1).default('openid profile w_member_social'),

  /** Unit of Pinterest's undocumented `x-ratelimit-reset`. `auto` infers it from the value. */
  PINTEREST_RATE_RESET_UNIT: z.enum(['auto', 'seconds', 'milliseconds', 'unix']).default('auto'),
  /** Base of permalinks that are built here because the API does not return them. */
  X_WEB_URL: httpUrl.default('https://x.com'),
  LINKEDIN_WEB_URL: httpUrl.default('https://www.linkedin.com'),
  PINTEREST_WEB_URL: httpUrl.default('https://www.pinterest.com'),

  /** Max delay until an accepted post appears in the network's API. 60 s until measured. */
  INSTAGRAM_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  FACEBOOK_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  THREADS_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  X_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  LINKEDIN_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  PINTEREST_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
  GHOST_VISIBILITY_LAG_SECONDS: seconds(0, 3_600).default(60),
})

export type Env = z.output<typeof schema>

/** Names of all variables, for the test that compares them with `.env.example`. */
export const envNames: readonly string[] = Object.keys(schema.shape)

/** Invalid environment variables. The message names each one and its expected format. */
export class BadEnvironment extends Error {
  override name = 'BadEnvironment'
}

/** Variables whose values must not be printed, even if invalid. */
const isSecretName = /(KEY|SECRET|DATABASE_URL|SMTP_URL)$/

export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => name in schema.shape && value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success && parsed.data.SMTP_URL && !parsed.data.MAIL_FROM)
    throw new BadEnvironment('MAIL_FROM is missing. SMTP_URL is set, so mails need a sender. See .env.example.')
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.')
    const value = isSecretName.test(name) ? '(not shown)' : JSON.stringify(given[name] ?? null)
    return `${name} is ${value}: ${issue.message}.`
  })
  throw new BadEnvironment(`Invalid environment. ${issues.join(' ')} See .env.example.`)
}

let cached: Env | undefined

/** The environment, parsed once. */
export function env(): Env {
  cached ??= parseEnv(process.env)
  return cached
}

/** For scripts and tests that set variables at start. */
export function reloadEnv(): Env {
  cached = undefined
  return env()
}

export const isOnVercel = (): boolean => Boolean(env().VERCEL_ENV)

/** Number of trusted proxies. Default: 1 on Vercel, otherwise 0. */
export function trustedProxies(): number {
  return env().TRUSTED_PROXIES ?? (isOnVercel() ? 1 : 0)
}

/** Whether unsigned requests of Inngest's dev server are accepted. */
export function isInngestDev(): boolean {
  const { INNGEST_DEV } = env()
  return INNGEST_DEV !== undefined && INNGEST_DEV !== '0' && INNGEST_DEV !== 'false'
}

/** Whether Inngest runs the background jobs instead of `npm run worker`. */
export function usesInngest(): boolean {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY } = env()
  return INNGEST_EVENT_KEY !== undefined || INNGEST_SIGNING_KEY !== undefined || isInngestDev()
}

export function appUrl(): string {
  const { APP_URL, VERCEL_URL, PORT } = env()
  return APP_URL ?? (VERCEL_URL ? `https://${VERCEL_URL}` : `http://localhost:${PORT}`)
}
