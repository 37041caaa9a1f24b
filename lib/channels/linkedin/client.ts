import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Json } from '@/lib/json'
import { env } from '../../env'
import { callNetwork, type Read } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { bearerToken } from '../credentials'
import { channelSettings } from '../settings'
import { errorTable, uploadErrorTable } from './errors'

export type LinkedInRequest = {
  method: 'GET' | 'POST'
  /** With query: Rest.li encodes some parts in its own way. */
  path: string
  json?: Json
  headers?: Record<string, string>
  makesPublic?: boolean
}

/**
 * Calls LinkedIn. Some of its servers call a new token revoked for the first seconds, so such a call is repeated once
 * after a pause. It was refused, so this is safe.
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
    if (!(error instanceof ChannelError) || !error.isAuthDead || !revokedCodes.includes(error.code)) throw error
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
      errorTable,
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

/** Uploads bytes to a URL from LinkedIn. Video parts are sent without the token. */
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
      errorTable: uploadErrorTable,
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

/** Author of posts and owner of uploads. A plain id is a member's. */
export const authorUrn = ({ accountId }: Account): string =>
  accountId.startsWith('urn:') ? accountId : `urn:li:person:${accountId}`
