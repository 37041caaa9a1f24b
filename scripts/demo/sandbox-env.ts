import { modelKey } from '@/sandbox/model/service'
import { apps, verifyToken } from '@/sandbox/oauth/apps'
import { accepts } from '../data-dir/embedded-database'
import { assignedPort } from '../data-dir/ports'

/**
 * Uses the sandbox of this data folder if it is running. Otherwise a worker started next to the demo would send the
 * sandbox's credentials to the real networks.
 */
export async function joinSandbox(dataDir: string): Promise<void> {
  const port = assignedPort(dataDir, 'sandbox')
  if (port === null || !(await accepts({ port }))) return
  const url = `http://localhost:${port}`
  const env = {
    ...sandboxEnv(url),
    ...sandboxMailEnv(assignedPort(dataDir, 'mail')),
    ...sandboxModelEnv(url, process.env),
  }
  for (const [name, value] of Object.entries(env)) process.env[name] ||= value
}

/** Sends emails to the sandbox's mail server. */
export const sandboxMailEnv = (smtpPort: number | null): Record<string, string> =>
  smtpPort === null
    ? {}
    : { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: 'Storycast <storycast@storycast.local>' }

/** Uses the sandbox's AI model. Empty if another one is configured, because its key must not be sent to the sandbox. */
export const sandboxModelEnv = (url: string, set: Record<string, string | undefined> = {}): Record<string, string> =>
  set.OPENAI_API_KEY || set.OPENAI_BASE_URL
    ? {}
    : {
        OPENAI_API_KEY: modelKey,
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_MODEL: 'sample-writer',
        OPENAI_EMBEDDING_MODEL: 'sample-embedding',
      }

/** Environment variables that point every network at a sandbox. */
export function sandboxEnv(url: string): Record<string, string> {
  const networks = ['instagram', 'facebook', 'threads', 'x', 'linkedin', 'pinterest']
  const api = networks.map((name) => [`${name.toUpperCase()}_API_URL`, `${url}/${name}`])
  const auth = networks.map((name) => [`${name.toUpperCase()}_AUTH_URL`, `${url}/${name}`])
  const web = ['x', 'linkedin', 'pinterest'].map((name) => [`${name.toUpperCase()}_WEB_URL`, `${url}/feed/${name}`])
  const lag = [...networks, 'ghost'].map((name) => [`${name.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '2'])
  return { SANDBOX_URL: url, ...Object.fromEntries([...api, ...auth, ...web, ...lag]), ...sandboxApps(url) }
}

/** The sandbox's OAuth apps, so that users can try connecting an account. */
export function sandboxApps(url: string): Record<string, string> {
  const named = (['instagram', 'facebook', 'threads', 'linkedin', 'pinterest'] as const).flatMap((name) => [
    [`${name.toUpperCase()}_CLIENT_ID`, apps[name].id],
    [`${name.toUpperCase()}_CLIENT_SECRET`, apps[name].secret],
  ])
  return {
    ...Object.fromEntries(named),
    META_VERIFY_TOKEN: verifyToken,
    X_API_KEY: apps.x.id,
    X_API_SECRET: apps.x.secret,
    INSTAGRAM_TOKEN_URL: `${url}/instagram`,
    LINKEDIN_SCOPES:
      'openid profile w_member_social w_organization_social r_organization_social rw_organization_admin r_member_postAnalytics',
  }
}
