import type { ChannelId } from '@/lib/channel-ids'

export type CredentialField = {
  name: string
  label: string
  hint?: string
  isOptional?: boolean
  /** Show the input, unlike keys. */
  isVisible?: boolean
}

const bearer: CredentialField[] = [
  { name: 'access_token', label: 'Access token' },
  { name: 'refresh_token', label: 'Refresh token', isOptional: true },
]

/** Credentials by channel. */
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
    { name: 'site_url', label: 'Site URL', hint: 'Such as https://blog.example.com', isVisible: true },
    {
      name: 'admin_api_key',
      label: 'Admin API key',
      hint: 'In Ghost: Settings → Integrations → Add custom integration. The key contains a colon.',
    },
  ],
}

/** The network's name for the account ID, and where to find it. */
export const accountIdHints: Record<ChannelId, { label: string; hint: string }> = {
  instagram: { label: 'Instagram user ID', hint: 'The numeric ID of the professional account.' },
  facebook: { label: 'Page ID', hint: 'On the page: About → Page transparency.' },
  x: { label: 'User ID', hint: 'The numeric ID of the account.' },
  linkedin: { label: 'Member or organization URN', hint: 'Such as urn:li:person:… or urn:li:organization:…' },
  pinterest: { label: 'User ID', hint: 'The account ID in the Pinterest API.' },
  ghost: { label: 'Site ID', hint: 'Any unique name, such as the host name.' },
  threads: { label: 'Threads user ID', hint: 'The numeric ID of the account.' },
}
