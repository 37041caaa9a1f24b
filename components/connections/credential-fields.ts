import type { ChannelId } from '@/lib/channels/ids'

export type CredentialField = {
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  /** An address may be read over a shoulder; keys may not. */
  isOpen?: boolean
}

const bearer: CredentialField[] = [
  { name: 'access_token', label: 'Access token' },
  { name: 'refresh_token', label: 'Refresh token', isOptional: true },
]

/** What each network hands out to programs. */
export const credentialFields: Record<ChannelId, CredentialField[]> = {
  instagram: bearer,
  facebook: bearer,
  linkedin: bearer,
  pinterest: bearer,
  threads: bearer,
  x: [
    { name: 'api_key', label: 'API key' },
    { name: 'api_secret', label: 'API key secret' },
    { name: 'access_token', label: 'Access token' },
    { name: 'access_token_secret', label: 'Access token secret' },
  ],
  ghost: [
    { name: 'site_url', label: 'Site address', hint: 'Such as https://blog.example.com', isOpen: true },
    {
      name: 'admin_api_key',
      label: 'Admin API key',
      hint: 'In Ghost: Settings, Integrations, Add custom integration. It has a colon in the middle.',
    },
  ],
}

/** What the network calls the account, and where it is found. */
export const accountIdHints: Record<ChannelId, { label: string; hint: string }> = {
  instagram: { label: 'Instagram user id', hint: 'The number of the professional account, not its name.' },
  facebook: { label: 'Page id', hint: 'In the page’s “About”, under page transparency.' },
  x: { label: 'User id', hint: 'The number of the account, not its name.' },
  linkedin: { label: 'Member or organization URN', hint: 'Such as urn:li:person:… or urn:li:organization:…' },
  pinterest: { label: 'User id', hint: 'As the network’s API gives it for the account.' },
  ghost: { label: 'Site id', hint: 'Whatever tells this site from others; its host name will do.' },
  threads: { label: 'Threads user id', hint: 'The number of the account, not its name.' },
}
