import type { RequestOf } from '@/lib/api/contract'
import type { createConnection } from '@/lib/connections/contract'

type Request = RequestOf<typeof createConnection>

export const instagram = (accountId = 'ig-1', accessToken = 'first'): Request => ({
  channel: 'instagram',
  account_id: accountId,
  account_name: `Account ${accountId}`,
  credentials: { access_token: accessToken },
})

export const ghost = (siteUrl = 'https://blog.example.com'): Request => ({
  channel: 'ghost',
  account_id: 'site',
  credentials: { site_url: siteUrl, admin_api_key: `${'a'.repeat(24)}:${'b'.repeat(64)}` },
})

export const x = (): Request => ({
  channel: 'x',
  account_id: 'x-1',
  account_name: 'The baker',
  handle: '@baker',
  credentials: { api_key: 'k', api_secret: 's', access_token: 't', access_token_secret: 'ts' },
})
