import type { AccountChoice } from '@/lib/channels/connecting/connect'
import { channels } from '@/lib/channels/registry'
import { ownPath } from '@/lib/return-address'
import type { ConnectionRow } from '../repository'
import { type Failure, failures } from './consent-text'
import type { Consent } from './contract'
import type { ConsentRow } from './repository'

type Known = {
  choices: AccountChoice[]
  open: ConnectionRow | undefined
  missing: { name: string; purpose: string }[]
  now: Date
}

export function serializeConsent(row: ConsentRow, { choices, open, missing, now }: Known): Consent {
  const channel = row.channel
  const isOpenEnded = row.status === 'started' || row.status === 'returned' || row.status === 'choosing'
  const status = row.status === 'returned' ? 'started' : row.status
  return {
    id: row.id,
    project_id: row.project_id,
    channel,
    status: isOpenEnded && row.expires_at <= now ? 'expired' : status,
    return_to: ownPath(row.return_to) ?? '/',
    expires_at: row.expires_at.toISOString(),
    choices: choices.map((choice) => ({
      account_id: choice.accountId,
      account_name: choice.accountName,
      handle: choice.handle,
      picture_url: choice.pictureUrl,
      kind: choice.kind,
      obstacle: choice.obstacle,
      is_connected: choice.accountId === open?.account_id,
    })),
    connected_account: open
      ? { account_id: open.account_id, account_name: open.account_name, handle: open.handle }
      : null,
    failure: row.failure === null ? null : showFailure(channel, row.failure as Failure),
    missing_scopes: missing,
  }
}

function showFailure(channel: Consent['channel'], { code, message, missingScopes }: Failure): Consent['failure'] {
  const { name } = channels[channel]
  const { title, remedy } = failures[code]
  const named = (text: string) => text.replaceAll('{network}', name)
  return {
    code,
    title: named(title),
    message,
    remedy: named(remedy),
    missing_scopes: missingScopes,
  }
}
