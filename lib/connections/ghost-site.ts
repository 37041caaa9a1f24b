import type { Context } from '@/lib/access/context'
import { ChannelError } from '@/lib/channels/channel-error'
import { connects } from '@/lib/channels/connects'
import { siteId } from '@/lib/channels/ghost/connect'
import { deadlineIn } from '@/lib/deadline'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { AppError, invalid } from '@/lib/errors'
import type { AccountToConnect } from './account-to-connect'
import { findOpenConnection, findSealed } from './repository'
import { openCredentials } from './seal'

type EnteredSite = Omit<AccountToConnect, 'accountId'> & { accountId: string | undefined }

/** Short, because a user is waiting. */
const deadlineMs = 15_000

/**
 * Checks the key with the site before storing it.
 *
 * @throws validation_error when the site rejects it; provider_error when the site does not respond
 */
export async function verifyGhostSite(
  context: Context,
  projectId: string,
  entered: EnteredSite,
): Promise<AccountToConnect> {
  const { credentials, accountId } = entered
  if (credentials.kind !== 'ghost') throw new Error('These are not credentials of a Ghost site.')
  const account = { accountId: accountId ?? '', accountName: entered.accountName, handle: entered.handle, credentials }
  try {
    const site = await connects.ghost.identify(account, { signal: deadlineIn(deadlineMs) })
    const known = accountId ?? (await idOfSameSite(context, projectId, credentials.siteUrl)) ?? site.accountId
    return { ...entered, accountId: known, accountName: entered.accountName ?? site.accountName, wasTried: true }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (error.isAuthDead) throw invalid('credentials.admin_api_key', error.message, 'refused')
    if (error.code === 'address_refused') throw invalid('credentials.site_url', error.message, 'address_refused')
    const isOther = error.outcome === 'refused' && !error.isRetryable
    if (isOther || error.code === 'unreadable_answer') throw invalid('credentials.site_url', notGhost, 'refused')
    const message =
      'The site did not respond, so nothing was saved. Check its URL and that it is online, then try again.'
    throw new AppError('provider_error', message, { provider_code: error.code }, { cause: error })
  }
}

const notGhost = 'No Ghost Admin API at this URL. Use the URL of your Ghost admin, without /ghost.'

/** Recognizes a site connected under another account id. */
async function idOfSameSite(context: Context, projectId: string, siteUrl: string): Promise<string | null> {
  const open = await findOpenConnection(context.db, projectId, 'ghost')
  const row = open && (await findSealed(context.db, projectId, open.id))
  if (!open || !row) return null
  try {
    const stored = openCredentials(row)
    return stored.kind === 'ghost' && siteId(stored.siteUrl) === siteId(siteUrl) ? open.account_id : null
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
