import { z } from 'zod'
import type { CallOptions } from '../channel'
import type { ChannelConnect } from '../connecting/connect'
import { wrongCredentials } from '../credentials'
import { callGhost } from './client'

const Site = z.object({ site: z.object({ title: z.string().optional() }) })
const Posts = z.object({ posts: z.array(z.unknown()) })

/** A site is connected with its URL and an admin key. There is no consent and no expiry. */
export const ghostConnect: ChannelConnect = {
  id: 'ghost',
  appVariables: [],
  scopes: [],
  consent: null,
  /** Keys do not expire; each call gets a new signature. */
  refresh: null,
  async identify(account, call: CallOptions) {
    const { credentials } = account
    if (credentials.kind !== 'ghost') throw wrongCredentials('Ghost')
    // `/site/` is public, so it does not prove the key. Reading posts does.
    await callGhost(account, { method: 'GET', path: 'posts/', query: { limit: '1' } }, Posts, call)
    const { site } = await callGhost(account, { method: 'GET', path: 'site/' }, Site, call)
    return { accountId: siteId(credentials.siteUrl), accountName: site.title ?? null, handle: null }
  },
}

/** Identifies a site: its URL without the scheme. */
export function siteId(siteUrl: string): string {
  const { host, pathname } = new URL(siteUrl)
  return `${host}${pathname}`.replace(/\/+$/, '')
}
