import type { Account } from './channel'
import { ChannelFault } from './fault'

/** The token of a network that knows no other kind of credential. */
export function bearerToken(account: Account, network: string): string {
  if (account.credentials.kind === 'bearer') return account.credentials.accessToken
  throw wrongCredentials(network)
}

/** What a network takes for a new access token. */
export function refreshTokenOf({ credentials }: Account, network: string): string {
  if (credentials.kind === 'bearer' && credentials.refreshToken !== null) return credentials.refreshToken
  throw wrongCredentials(network)
}

export function wrongCredentials(network: string): ChannelFault {
  return new ChannelFault({
    outcome: 'not_sent',
    category: 'connection',
    isRetryable: false,
    code: 'wrong_credentials',
    message: `What is stored for this ${network} account is of the wrong kind. Connect the account again.`,
  })
}
