import type { ChannelId } from '@/lib/channel-ids'
import type { NetworkFacts } from '@/lib/network-facts'
import { type Env, env, parseEnv } from '../env'
import { ChannelError } from './channel-error'

export type ChannelSettings = {
  /** Empty for Ghost, where each account has its URL. */
  apiUrl: string
  authUrl: string
  /** URL to exchange a code, if it is neither of the two. */
  tokenUrl?: string
  /** Base URL of permalinks built by Storycast. */
  webUrl: string
  /** As sent, in a path or header. Empty if the network has none. */
  version: string
  /** How long an accepted post may be missing from lists. */
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
  // Threads has its own versions, independent of GRAPH_API_VERSION.
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

/** Assumptions about a network that the operator can override. */
export const networkFacts = <Network extends keyof NetworkFacts>(network: Network): NetworkFacts[Network] =>
  env().NETWORK_FACTS[network]

/** Case-insensitive pattern for a network's error message, from the operator's settings. */
export const patternOf = (pattern: string): RegExp => new RegExp(pattern, 'i')

/**
 * Preview deployments run unreviewed code on copies of real data, so they must not post to real networks. Default
 * URLs are real networks; a Ghost site is real unless it is at the sandbox's URL.
 */
export function assertMayCall(channel: ChannelId, url: URL): void {
  const { VERCEL_ENV, ALLOW_REAL_NETWORKS } = env()
  if (VERCEL_ENV !== 'preview' || ALLOW_REAL_NETWORKS) return
  const isReal = channel === 'ghost' ? !isSandbox(url) : realOrigins().has(url.origin)
  if (!isReal) return
  throw new ChannelError({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: false,
    code: 'preview_deployment',
    message: 'Preview deployments do not call real networks. Set ALLOW_REAL_NETWORKS=1 to allow it.',
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

/** Whether the URL belongs to the configured sandbox. */
export function isSandbox(url: URL): boolean {
  const configured = networksWithUrl.map((channel) => new URL(channelSettings(channel).apiUrl).origin)
  return configured.includes(url.origin) && !realOrigins().has(url.origin)
}
