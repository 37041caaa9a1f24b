import type { Account } from './channel'
import { ChannelError } from './channel-error'

/** The bearer token of an account. */
export function bearerToken(account: Account, network: string): string {
  if (account.credentials.kind === 'bearer') return account.credentials.accessToken
  throw wrongCredentials(network)
}

/** The refresh token of an account. */
export function refreshTokenOf({ credentials }: Account, network: string): string {
  if (credentials.kind === 'bearer' && credentials.refreshToken !== null) return credentials.refreshToken
  throw wrongCredentials(network)
}

export function wrongCredentials(network: string): ChannelError {
  return new ChannelError({
    outcome: 'not_sent',
    category: 'connection',
    isRetryable: false,
    code: 'wrong_credentials',
    message: `The stored credentials of this ${network} account have the wrong type. Reconnect the account.`,
  })
}
