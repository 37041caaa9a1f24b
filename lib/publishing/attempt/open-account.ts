import type { Account } from '@/lib/channels/channel'
import { openCredentials } from '@/lib/connections/seal'
import { LeaseLost } from '../claim/lease'
import type { AccessContext } from './connection-access'

/** The account with decrypted credentials. Do not keep it beyond one attempt. */
export function openAccount({ connection, claim }: AccessContext): Account {
  if (!connection?.credentials || !connection.key_id) throw new LeaseLost()
  return {
    accountId: connection.account_id,
    accountName: connection.account_name,
    handle: connection.handle,
    credentials: openCredentials({
      id: connection.id,
      channel: claim.channel,
      credentials: connection.credentials,
      key_id: connection.key_id,
    }),
  }
}
