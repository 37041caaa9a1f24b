import type { Profile } from 'next-auth'
import type { OAuthConfig, Provider } from 'next-auth/providers/index'
import { deadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'

export const providerIds = ['github', 'google'] as const
export type ProviderId = (typeof providerIds)[number]
export const providerNames: Record<ProviderId, string> = { github: 'GitHub', google: 'Google' }

/** A user's profile at a provider. */
export type ProviderProfile = {
  provider: ProviderId
  accountId: string
  name: string
  email: string | null
  /** Only a verified email may sign in to, or create, the account with that email. */
  isEmailVerified: boolean
}

const callTimeoutMs = 10_000
/** openid-client's default of 3.5 s is too short for a token call. */
const httpOptions = { timeout: callTimeoutMs }

type Keys = { clientId: string; clientSecret: string }

function keysOf(id: ProviderId): Keys | null {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_CLIENT_ID, GOOGLE_ID, GOOGLE_CLIENT_SECRET, GOOGLE_SECRET } = env()
  const [clientId, clientSecret] = {
    github: [GITHUB_ID, GITHUB_SECRET],
    google: [GOOGLE_CLIENT_ID ?? GOOGLE_ID, GOOGLE_CLIENT_SECRET ?? GOOGLE_SECRET],
  }[id]
  return clientId && clientSecret ? { clientId, clientSecret } : null
}

/** The providers whose keys are set, for the buttons on the sign-in page. */
export const configuredProviders = (): ProviderId[] => providerIds.filter((id) => keysOf(id))

/** Provider settings for next-auth. */
export function oauthProviders(): Provider[] {
  const [github, google] = [keysOf('github'), keysOf('google')]
  return [...(github ? [githubProvider(github)] : []), ...(google ? [googleProvider(google)] : [])]
}

type GithubUser = { id: number; login: string; name: string | null }
type GithubEmail = { email: string; primary: boolean; verified: boolean }

type GithubAccount = { user: GithubUser; emails: GithubEmail[] }

function githubProvider(keys: Keys): OAuthConfig<GithubAccount> {
  const { GITHUB_URL, GITHUB_API_URL } = env()
  return {
    ...keys,
    id: 'github',
    name: providerNames.github,
    type: 'oauth',
    // GitHub's `iss` in redirects (RFC 9207).
    issuer: `${GITHUB_URL}/login/oauth`,
    authorization: { url: `${GITHUB_URL}/login/oauth/authorize`, params: { scope: 'read:user user:email' } },
    token: `${GITHUB_URL}/login/oauth/access_token`,
    userinfo: {
      url: `${GITHUB_API_URL}/user`,
      // The profile's `email` may be unverified, so use the list of addresses.
      request: async ({ tokens }) => {
        const [user, emails] = await Promise.all([
          getGithub<GithubUser>('/user', tokens.access_token),
          getGithub<GithubEmail[]>('/user/emails', tokens.access_token),
        ])
        return { user, emails } satisfies GithubAccount as Profile
      },
    },
    checks: ['pkce', 'state'],
    httpOptions,
    profile: (account) => userOf(githubProfile(account)),
  }
}

async function getGithub<T>(path: string, accessToken: string | undefined): Promise<T> {
  const response = await fetch(`${env().GITHUB_API_URL}${path}`, {
    // GitHub rejects requests without a User-Agent.
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'Storycast',
    },
    signal: deadlineIn(callTimeoutMs),
  })
  if (!response.ok) throw new Error(`GitHub responded with ${response.status} at ${path}.`)
  return (await response.json()) as T
}

function githubProfile({ user: { id, login, name }, emails }: GithubAccount): ProviderProfile {
  const primary = emails.find((email) => email.primary)
  return {
    provider: 'github',
    accountId: String(id),
    name: name || login,
    email: primary?.email ?? null,
    isEmailVerified: primary?.verified === true,
  }
}

type GoogleClaims = { sub: string; name?: string; email?: string; email_verified?: boolean }

function googleProvider(keys: Keys): OAuthConfig<GoogleClaims> {
  return {
    ...keys,
    id: 'google',
    name: providerNames.google,
    type: 'oauth',
    wellKnown: `${env().GOOGLE_ISSUER}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions,
    profile: (claims) => userOf(googleProfile(claims)),
  }
}

const googleProfile = ({ sub, name, email, email_verified }: GoogleClaims): ProviderProfile => ({
  provider: 'google',
  accountId: sub,
  name: name || (email?.split('@')[0] ?? ''),
  email: email ?? null,
  isEmailVerified: email_verified === true,
})

/** next-auth requires a user; the sign-in callback finds or creates ours. */
const userOf = ({ accountId, name, email }: ProviderProfile) => ({ id: accountId, name, email })

/** Converts next-auth's sign-in data to one format for all providers. */
export function profileOf(provider: string, raw: unknown): ProviderProfile {
  return provider === 'google' ? googleProfile(raw as GoogleClaims) : githubProfile(raw as GithubAccount)
}
