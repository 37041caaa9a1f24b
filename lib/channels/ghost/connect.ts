import { z } from 'zod'
import type { CallOptions } from '../channel'
import type { ChannelConnect } from '../connect'
import { wrongCredentials } from '../credentials'
import { callGhost } from './client'

const Site = z.object({ site: z.object({ title: z.string().optional() }) })
const Posts = z.object({ posts: z.array(z.unknown()) })

/** A site is connected with its address and an admin key; there is nothing to consent to and nothing that ends. */
export const ghostConnect: ChannelConnect = {
  id: 'ghost',
  appVariables: [],
  scopes: [],
  consent: null,
  /** A key has no end, and each call is signed anew. */
  refresh: null,
  async identify(account, call: CallOptions) {
    const { credentials } = account
    if (credentials.kind !== 'ghost') throw wrongCredentials('Ghost')
    // `/site/` answers anybody, so it proves nothing about the key; reading posts does.
    await callGhost(account, { method: 'GET', path: 'posts/', query: { limit: '1' } }, Posts, call)
    const { site } = await callGhost(account, { method: 'GET', path: 'site/' }, Site, call)
    return { accountId: siteId(credentials.siteUrl), accountName: site.title ?? null, handle: null }
  },
}

/** What tells one site from others: where it is, without the scheme. */
export function siteId(siteUrl: string): string {
  const { host, pathname } = new URL(siteUrl)
  return `${host}${pathname}`.replace(/\/+$/, '')
}
