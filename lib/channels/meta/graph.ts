import { z } from 'zod'
import type { Json } from '@/lib/json'
import { callNetwork, type Read } from '../call-network'
import type { Account, CallOptions } from '../channel'
import { bearerToken } from '../credentials'
import type { ErrorTable } from '../error-table'
import { channelSettings } from '../settings'

export type MetaChannel = 'instagram' | 'facebook' | 'threads'
export type GraphParams = Record<string, string | undefined>

/** Ids exceed 2^53, so numbers would have lost digits. */
export const GraphId = z.object({ id: z.string().min(1) })
export const GraphAny = z.unknown()

/** Client of a Graph host for one account. */
export class Graph {
  constructor(
    readonly channel: MetaChannel,
    readonly errorTable: ErrorTable,
    readonly account: Account,
  ) {}

  async get<T>(path: string, params: GraphParams, schema: z.ZodType<T>, call: CallOptions): Promise<T> {
    const url = this.url(path)
    for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value)
    return (await this.send({ method: 'GET', url, call }, schema)).data
  }

  /** Instagram and Threads expect forms. */
  async postForm<T>(
    path: string,
    params: GraphParams,
    schema: z.ZodType<T>,
    call: CallOptions,
    makesPublic = false,
  ): Promise<T> {
    const entries = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const body = new URLSearchParams(entries).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await this.send({ method: 'POST', url: this.url(path), body, headers, call, makesPublic }, schema)).data
  }

  /** Facebook expects JSON, which nested `attached_media` needs. */
  async postJson<T>(
    path: string,
    json: Json,
    schema: z.ZodType<T>,
    call: CallOptions,
    makesPublic = false,
  ): Promise<T> {
    return (await this.send({ method: 'POST', url: this.url(path), json, call, makesPublic }, schema)).data
  }

  async remove<T>(path: string, schema: z.ZodType<T>, call: CallOptions): Promise<T> {
    return (await this.send({ method: 'DELETE', url: this.url(path), call }, schema)).data
  }

  /** An upload URL from the network, which expects `OAuth` instead of `Bearer`. */
  async handOver<T>(uploadUrl: string, headers: Record<string, string>, schema: z.ZodType<T>, call: CallOptions) {
    const authorization = `OAuth ${this.token()}`
    const url = new URL(uploadUrl)
    return (await this.send({ method: 'POST', url, headers: { ...headers, authorization }, call }, schema)).data
  }

  private send<T>(
    request: Pick<Parameters<typeof callNetwork>[0], 'method' | 'url' | 'call'> &
      Partial<Parameters<typeof callNetwork>[0]>,
    schema: z.ZodType<T>,
  ): Promise<Read<T>> {
    // In a header, because proxies and logs store URLs.
    const headers = { authorization: `Bearer ${this.token()}`, ...request.headers }
    const { channel, errorTable, account } = this
    return callNetwork({ channel, errorTable, account, ...request, headers }, schema)
  }

  private url(path: string): URL {
    const { apiUrl, version } = channelSettings(this.channel)
    return new URL(`${apiUrl}/${version}/${path}`)
  }

  private token(): string {
    return bearerToken(this.account, this.errorTable.network)
  }
}
