import { z } from 'zod'
import { callNetwork, type Read } from '../call-network'
import type { Account, CallOptions, Json } from '../channel'
import { bearerToken } from '../credentials'
import type { FaultTable } from '../fault-table'
import { channelSettings } from '../settings'

export type MetaChannel = 'instagram' | 'facebook' | 'threads'
export type GraphParams = Record<string, string | undefined>

/** Ids pass 2^53, so a number here has already lost digits. */
export const GraphId = z.object({ id: z.string().min(1) })
export const GraphAny = z.unknown()

/** One account's view of a Graph host. */
export class Graph {
  constructor(
    readonly channel: MetaChannel,
    readonly faults: FaultTable,
    readonly account: Account,
  ) {}

  async get<T>(path: string, params: GraphParams, schema: z.ZodType<T>, call: CallOptions): Promise<T> {
    const url = this.url(path)
    for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value)
    return (await this.send({ method: 'GET', url, call }, schema)).data
  }

  /** Instagram and Threads take forms. */
  async postForm<T>(
    path: string,
    params: GraphParams,
    schema: z.ZodType<T>,
    call: CallOptions,
    makesPublic = false,
  ): Promise<T> {
    const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const body = new URLSearchParams(given).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await this.send({ method: 'POST', url: this.url(path), body, headers, call, makesPublic }, schema)).data
  }

  /** Facebook takes JSON, which nested `attached_media` needs. */
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

  /** An upload address that the network itself gave us. It wants `OAuth` in place of `Bearer`. */
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
    // In a header and not in the address, which proxies and logs keep.
    const headers = { authorization: `Bearer ${this.token()}`, ...request.headers }
    const { channel, faults, account } = this
    return callNetwork({ channel, faults, account, ...request, headers }, schema)
  }

  private url(path: string): URL {
    const { apiUrl, version } = channelSettings(this.channel)
    return new URL(`${apiUrl}/${version}/${path}`)
  }

  private token(): string {
    return bearerToken(this.account, this.faults.network)
  }
}
