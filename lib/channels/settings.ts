import { type Env, env, parseEnv } from '../env'
import { ChannelFault } from './fault'
import type { ChannelId } from './ids'
import type { NetworkFacts } from './network-facts'

export type ChannelSettings = {
  /** Empty for Ghost, whose address belongs to each account. */
  apiUrl: string
  authUrl: string
  /** Where a code is exchanged, if that is neither of the two. */
  tokenUrl?: string
  /** Where permalinks live that are built here. */
  webUrl: string
  /** As it goes on the wire: a path part, a header. Empty where the network has none. */
  version: string
  /** How long an accepted post may stay invisible to the one who asks. */
  visibilityLagMs: number
}

const seconds = 1_000

const readers: Record<ChannelId, (from: Env) => ChannelSettings> = {
  instagram: (from) => ({
    apiUrl: from.INSTAGRAM_API_URL,
    authUrl: from.INSTAGRAM_AUTH_URL,
    tokenUrl: from.INSTAGRAM_TOKEN_URL,
    webUrl: from.INSTAGRAM_AUTH_URL,
    version: from.GRAPH_API_VERSION,
    visibilityLagMs: from.INSTAGRAM_VISIBILITY_LAG_SECONDS * seconds,
  }),
  facebook: (from) => ({
    apiUrl: from.FACEBOOK_API_URL,
    authUrl: from.FACEBOOK_AUTH_URL,
    webUrl: from.FACEBOOK_AUTH_URL,
    version: from.GRAPH_API_VERSION,
    visibilityLagMs: from.FACEBOOK_VISIBILITY_LAG_SECONDS * seconds,
  }),
  x: (from) => ({
    apiUrl: from.X_API_URL,
    authUrl: from.X_AUTH_URL,
    webUrl: from.X_WEB_URL,
    version: '2',
    visibilityLagMs: from.X_VISIBILITY_LAG_SECONDS * seconds,
  }),
  linkedin: (from) => ({
    apiUrl: from.LINKEDIN_API_URL,
    authUrl: from.LINKEDIN_AUTH_URL,
    webUrl: from.LINKEDIN_WEB_URL,
    version: from.LINKEDIN_VERSION,
    visibilityLagMs: from.LINKEDIN_VISIBILITY_LAG_SECONDS * seconds,
  }),
  pinterest: (from) => ({
    apiUrl: from.PINTEREST_API_URL,
    authUrl: from.PINTEREST_AUTH_URL,
    webUrl: from.PINTEREST_WEB_URL,
    version: 'v5',
    visibilityLagMs: from.PINTEREST_VISIBILITY_LAG_SECONDS * seconds,
  }),
  ghost: (from) => ({
    apiUrl: '',
    authUrl: '',
    webUrl: '',
    version: from.NETWORK_FACTS.ghost.accept_version,
    visibilityLagMs: from.GHOST_VISIBILITY_LAG_SECONDS * seconds,
  }),
  // Threads has its own version line, which GRAPH_API_VERSION does not speak of.
  threads: (from) => ({
    apiUrl: from.THREADS_API_URL,
    authUrl: from.THREADS_AUTH_URL,
    webUrl: from.THREADS_AUTH_URL,
    version: 'v1.0',
    visibilityLagMs: from.THREADS_VISIBILITY_LAG_SECONDS * seconds,
  }),
}

export function channelSettings(channel: ChannelId): ChannelSettings {
  return readers[channel](env())
}

/** What is believed of a network and may be put right by the operator. */
export const networkFacts = <Network extends keyof NetworkFacts>(network: Network): NetworkFacts[Network] =>
  env().NETWORK_FACTS[network]

/** A row's words that an operator may change: read when a row is tried, and not when the table is made. */
export const wordsOf = (pattern: string): RegExp => new RegExp(pattern, 'i')

/**
 * A preview deployment runs unreviewed code on copies of real data, so it must not post for real by accident. The
 * networks' default addresses are the real ones; a Ghost site is real unless it stands at the sandbox's address.
 */
export function assertMayCall(channel: ChannelId, url: URL): void {
  const { VERCEL_ENV, ALLOW_REAL_NETWORKS } = env()
  if (VERCEL_ENV !== 'preview' || ALLOW_REAL_NETWORKS) return
  const isReal = channel === 'ghost' ? !isSandbox(url) : realOrigins().has(url.origin)
  if (!isReal) return
  throw new ChannelFault({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: false,
    code: 'preview_deployment',
    message:
      'This is a preview deployment, and those do not talk to real networks. Set ALLOW_REAL_NETWORKS=1 if it should.',
  })
}

const networksWithUrl: readonly ChannelId[] = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'threads']

function realOrigins(): Set<string> {
  const defaults = parseEnv({})
  return new Set(
    networksWithUrl.flatMap((channel) => {
      const { apiUrl, authUrl, tokenUrl } = readers[channel](defaults)
      return [apiUrl, authUrl, tokenUrl ?? apiUrl].map((address) => new URL(address).origin)
    }),
  )
}

/** Does this address belong to what the operator put in the place of a network? */
export function isSandbox(url: URL): boolean {
  const configured = networksWithUrl.map((channel) => new URL(channelSettings(channel).apiUrl).origin)
  return configured.includes(url.origin) && !realOrigins().has(url.origin)
}
