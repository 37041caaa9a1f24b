import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { env } from '../../env'
import { callNetwork, type Read } from '../call-network'
import type { Account, CallOptions, Json } from '../channel'
import { bearerToken } from '../credentials'
import { ChannelFault } from '../fault'
import { channelSettings } from '../settings'
import { faults, uploadFaults } from './errors'

export type LinkedInRequest = {
  method: 'GET' | 'POST'
  /** With its query: Rest.li wants parts of it encoded in its own way. */
  path: string
  json?: Json
  headers?: Record<string, string>
  makesPublic?: boolean
}

/**
 * One call. Not every server of LinkedIn's knows a token in its first seconds, and one that does not calls it revoked;
 * so a call that met this is made once more after a pause. It was refused, so nothing was done twice.
 */
export async function callLinkedIn<T>(
  account: Account,
  request: LinkedInRequest,
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<Read<T>> {
  try {
    return await callOnce(account, request, schema, call)
  } catch (error) {
    if (!(error instanceof ChannelFault) || !error.isAuthDead || !revokedCodes.includes(error.code)) throw error
    const isCancelled = await pause(env().LINKEDIN_FRESH_TOKEN_SECONDS * 1_000, call.signal)
    if (isCancelled) throw error
    return callOnce(account, request, schema, call)
  }
}

const revokedCodes = ['REVOKED_ACCESS_TOKEN', '65601']

const pause = (ms: number, signal: AbortSignal): Promise<boolean> => wait(ms, false, { signal }).catch(() => true)

function callOnce<T>(
  account: Account,
  request: LinkedInRequest,
  schema: z.ZodType<T>,
  call: CallOptions,
): Promise<Read<T>> {
  const { apiUrl, version } = channelSettings('linkedin')
  const { path, headers, ...rest } = request
  return callNetwork(
    {
      channel: 'linkedin',
      faults,
      account,
      call,
      ...rest,
      url: new URL(`${apiUrl}/rest/${path}`),
      headers: {
        authorization: `Bearer ${bearerToken(account, 'LinkedIn')}`,
        'linkedin-version': version,
        'x-restli-protocol-version': '2.0.0',
        ...headers,
      },
    },
    schema,
  )
}

/** Bytes to an address that LinkedIn gave out for them. Parts of a film go without the token. */
export async function putBytes(
  account: Account,
  uploadUrl: string,
  bytes: Uint8Array,
  options: { mimeType: string; withToken: boolean },
  call: CallOptions,
): Promise<Record<string, string>> {
  const authorization = `Bearer ${bearerToken(account, 'LinkedIn')}`
  const { headers } = await callNetwork(
    {
      channel: 'linkedin',
      faults: uploadFaults,
      account,
      call,
      method: 'PUT',
      url: new URL(uploadUrl),
      body: bytes,
      headers: { 'content-type': options.mimeType, ...(options.withToken ? { authorization } : {}) },
    },
    z.unknown(),
  )
  return headers
}

/** The author of posts and the owner of uploads. A bare id is a member's. */
export const authorUrn = ({ accountId }: Account): string =>
  accountId.startsWith('urn:') ? accountId : `urn:li:person:${accountId}`
