import type { ChannelId } from '@/lib/channel-ids'
import { type Env, env } from '@/lib/env'
import { ChannelError } from '../channel-error'

/** The operator's app at a network. */
export type ChannelApp = { id: string; secret: string }

type AppVariables = readonly [id: keyof Env & string, secret: keyof Env & string]

const variables = {
  instagram: ['INSTAGRAM_CLIENT_ID', 'INSTAGRAM_CLIENT_SECRET'],
  facebook: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'],
  threads: ['THREADS_CLIENT_ID', 'THREADS_CLIENT_SECRET'],
  x: ['X_API_KEY', 'X_API_SECRET'],
  x_oauth2: ['X_CLIENT_ID', 'X_CLIENT_SECRET'],
  linkedin: ['LINKEDIN_CLIENT_ID', 'LINKEDIN_CLIENT_SECRET'],
  pinterest: ['PINTEREST_CLIENT_ID', 'PINTEREST_CLIENT_SECRET'],
} as const satisfies Record<string, AppVariables>

export type AppName = keyof typeof variables

export const appVariables = (name: AppName): readonly string[] => variables[name]

/** The configured app, or null. */
export function findApp(name: AppName): ChannelApp | null {
  const [id, secret] = variables[name].map((variable) => env()[variable])
  return id && secret ? { id, secret } : null
}

/**
 * @throws ChannelError `app_not_configured`, which names the variables
 */
export function requireApp(name: AppName, channel: ChannelId): ChannelApp {
  const app = findApp(name)
  if (app) return app
  throw new ChannelError({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: false,
    code: 'app_not_configured',
    message: `No app for ${channel} is set up here. Your administrator has to set ${variables[name].join(' and ')}.`,
  })
}
