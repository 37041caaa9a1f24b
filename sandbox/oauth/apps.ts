import type { ChannelId } from '@/lib/channel-ids'

export type App = { id: string; secret: string }

/** X has two apps: API keys for OAuth 1.0a, and a client for OAuth 2.0. */
export type AppName = Exclude<ChannelId, 'ghost'> | 'x_oauth2'

/** The same in every sandbox. They work nowhere else. */
export const apps: Record<AppName, App> = {
  instagram: { id: '1790010000000001', secret: 'sandbox-instagram-secret' },
  facebook: { id: '1790010000000002', secret: 'sandbox-facebook-secret' },
  threads: { id: '1790010000000003', secret: 'sandbox-threads-secret' },
  x: { id: 'SandboxXApiKey0000000000', secret: 'sandbox-x-api-secret' },
  x_oauth2: { id: 'c2FuZGJveC14LWNsaWVudA', secret: 'sandbox-x-client-secret' },
  linkedin: { id: '77sandboxlinked', secret: 'sandbox-linkedin-secret' },
  pinterest: { id: '1490001', secret: 'sandbox-pinterest-secret' },
}

/** The verify token of the webhooks of Instagram and Facebook. */
export const verifyToken = 'sandbox-verify-token'
