import type { Context } from '@/lib/api/context'
import { connects } from '@/lib/channels/connects'
import { ChannelFault } from '@/lib/channels/fault'
import { siteId } from '@/lib/channels/ghost/connect'
import { deadlineIn } from '@/lib/deadline'
import { AppError, invalid } from '@/lib/errors'
import { findOpenConnection, findSealed } from './repository'
import { openCredentials, UnreadableCredentials } from './seal'
import type { AccountToConnect } from './service'

type GivenSite = Omit<AccountToConnect, 'accountId'> & { accountId: string | undefined }

/** A person waits for the answer, and a site that is there gives it at once. */
const deadlineMs = 15_000

/**
 * Asks the site whether it takes the key, before the key is kept.
 *
 * @throws validation_error when the site refuses; provider_error when it says nothing: nothing untried is kept
 */
export async function tryGhost(context: Context, projectId: string, given: GivenSite): Promise<AccountToConnect> {
  const { credentials, accountId } = given
  if (credentials.kind !== 'ghost') throw new Error('Only a Ghost site is tried like this.')
  const account = { accountId: accountId ?? '', accountName: given.accountName, handle: given.handle, credentials }
  try {
    const site = await connects.ghost.identify(account, { signal: deadlineIn(deadlineMs) })
    const known = accountId ?? (await idOfSameSite(context, projectId, credentials.siteUrl)) ?? site.accountId
    return { ...given, accountId: known, accountName: given.accountName ?? site.accountName, wasTried: true }
  } catch (error) {
    if (!(error instanceof ChannelFault)) throw error
    if (error.isAuthDead) throw invalid('credentials.admin_api_key', error.message, 'refused')
    if (error.code === 'address_refused') throw invalid('credentials.site_url', error.message, 'address_refused')
    const isOther = error.outcome === 'refused' && !error.isRetryable
    if (isOther || error.code === 'unreadable_answer') throw invalid('credentials.site_url', notGhost, 'refused')
    const message =
      'The site did not answer, so nothing was saved. See that its address is right and that it can be reached, then try again.'
    throw new AppError('provider_error', message, { provider_code: error.code }, { cause: error })
  }
}

const notGhost =
  'There is no Ghost Admin API at this address. Give the one that you open Ghost’s dashboard at, without /ghost.'

/** A site that is connected under a name of the caller's choice is still the same site. */
async function idOfSameSite(context: Context, projectId: string, siteUrl: string): Promise<string | null> {
  const open = await findOpenConnection(context.db, projectId, 'ghost')
  const row = open && (await findSealed(context.db, projectId, open.id))
  if (!open || !row) return null
  try {
    const held = openCredentials(row)
    return held.kind === 'ghost' && siteId(held.siteUrl) === siteId(siteUrl) ? open.account_id : null
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}
