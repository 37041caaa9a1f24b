import type { ChannelId } from '../../channels/ids'

/** The app that a client shows itself as. X has two: a pair of keys for OAuth 1.0a, and a client for OAuth 2.0. */
export type App = { id: string; secret: string }

export type AppName = Exclude<ChannelId, 'ghost'> | 'x_oauth2'

/** One app at each network, the same in every sandbox: what they open is only here. */
export const apps: Record<AppName, App> = {
  instagram: { id: '1790010000000001', secret: 'sandbox-instagram-secret' },
  facebook: { id: '1790010000000002', secret: 'sandbox-facebook-secret' },
  threads: { id: '1790010000000003', secret: 'sandbox-threads-secret' },
  x: { id: 'SandboxXApiKey0000000000', secret: 'sandbox-x-api-secret' },
  x_oauth2: { id: 'c2FuZGJveC14LWNsaWVudA', secret: 'sandbox-x-client-secret' },
  linkedin: { id: '77sandboxlinked', secret: 'sandbox-linkedin-secret' },
  pinterest: { id: '1490001', secret: 'sandbox-pinterest-secret' },
}
