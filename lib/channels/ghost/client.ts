import type { FormData } from 'undici'
import type { z } from 'zod'
import { AddressRefused, guardedDispatcher } from '../../outbound/guard'
import { callNetwork, type NetworkCall } from '../call-network'
import type { Account, CallOptions, Json } from '../channel'
import { wrongCredentials } from '../credentials'
import { ChannelFault } from '../fault'
import { channelSettings } from '../settings'
import { faults } from './errors'
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

/** One call of a site's Admin API, signed anew each time. The site is whatever its owner typed, so it is guarded. */
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
      faults,
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
  return (await sent.catch(asMoved)).data
}

/** A site that sends callers elsewhere has done nothing, and does the same at every further try. */
function asMoved(error: unknown): never {
  const status = error instanceof ChannelFault ? error.providerStatus : null
  if (!(error instanceof ChannelFault) || status === null || status < 300 || status > 399) throw error
  throw new ChannelFault({
    outcome: 'refused',
    category: 'connection',
    isRetryable: false,
    code: 'moved',
    message:
      'The Ghost site sends callers on to another address, often from http to https. Connect it with the address that opens in the end.',
    providerStatus: status,
    answer: error.answer,
    cause: error,
  })
}

/** Where to call, and how: what a caller named goes through the guard. */
function siteUrl(given: string): { url: string; way: Pick<NetworkCall, 'dispatcher'> } {
  const bare = given.replace(/\/+$/, '')
  try {
    const { isOfSandbox } = parseSite(bare)
    return { url: bare, way: isOfSandbox ? {} : { dispatcher: guardedDispatcher } }
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw new ChannelFault({
      outcome: 'not_sent',
      category: 'connection',
      isRetryable: false,
      code: error.code,
      message: error.message,
    })
  }
}
