import type { FormData } from 'undici'
import type { z } from 'zod'
import type { Json } from '@/lib/json'
import { AddressRefused, guardedDispatcher } from '../../outbound/guard'
import { callNetwork, type NetworkCall } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { wrongCredentials } from '../credentials'
import { channelSettings } from '../settings'
import { errorTable } from './errors'
import { ghostToken } from './jwt'
import { parseSite } from './site'

export type GhostRequest = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  query?: Record<string, string>
  json?: Json
  form?: FormData
  makesPublic?: boolean
  deadlineMs?: number
}

/**
 * Calls a site's Admin API with a new signature. The URL comes from a user, so it is restricted to public addresses.
 */
export async function callGhost<T>(
  account: Account,
  request: GhostRequest,
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<T> {
  const { credentials } = account
  if (credentials.kind !== 'ghost') throw wrongCredentials('Ghost')
  const { path, query = {}, form, ...rest } = request
  const site = siteUrl(credentials.siteUrl)
  const url = new URL(`${site.url}/ghost/api/admin/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = callNetwork(
    {
      channel: 'ghost',
      errorTable,
      account,
      call,
      url,
      headers: { 'accept-version': channelSettings('ghost').version },
      sign: (now) => ({ authorization: `Ghost ${ghostToken(credentials.adminApiKey, now)}` }),
      ...rest,
      ...(form ? { body: form } : {}),
      ...site.way,
    },
    schema,
  )
  return (await sent.catch(rethrowRedirect)).data
}

/** A redirect means that nothing was done, and every retry gets the same. */
function rethrowRedirect(error: unknown): never {
  const status = error instanceof ChannelError ? error.providerStatus : null
  if (!(error instanceof ChannelError) || status === null || status < 300 || status > 399) throw error
  throw new ChannelError({
    outcome: 'refused',
    category: 'connection',
    isRetryable: false,
    code: 'moved',
    message: 'The Ghost site redirects to another URL, often from http to https. Connect it with the final URL.',
    providerStatus: status,
    answer: error.answer,
    cause: error,
  })
}

/** URL and dispatcher. User-provided URLs use the guarded dispatcher. */
function siteUrl(given: string): { url: string; way: Pick<NetworkCall, 'dispatcher'> } {
  const bare = given.replace(/\/+$/, '')
  try {
    const { isOfSandbox } = parseSite(bare)
    return { url: bare, way: isOfSandbox ? {} : { dispatcher: guardedDispatcher } }
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new ChannelError({
      outcome: 'not_sent',
      category: 'connection',
      isRetryable: false,
      code: error.code,
      message: error.message,
    })
  }
}
