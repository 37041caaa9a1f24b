import { z } from 'zod'
import { callNetwork, type Read } from '../call-network'
import type { Account, CallOptions, Json } from '../channel'
import { bearerToken } from '../credentials'
import { channelSettings } from '../settings'
import { faults } from './errors'

export type LinkedInRequest = {
  method: 'GET' | 'POST'
  /** With its query: Rest.li wants parts of it encoded in its own way. */
  path: string
  json?: Json
  headers?: Record<string, string>
  makesPublic?: boolean
}

export function callLinkedIn<T>(
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
      faults,
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
