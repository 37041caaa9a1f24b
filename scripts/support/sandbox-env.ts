import { accepts } from './database'
import { keptPortOf } from './ports'

/**
 * Points this process at the sandbox that the demo of this data folder runs on, when it does: a worker started beside it
 * would otherwise show the sandbox's credentials to the real networks.
 */
export async function joinSandbox(dataDir: string): Promise<void> {
  const port = keptPortOf(dataDir, 'sandbox')
  if (port === null || !(await accepts(port))) return
  for (const [name, value] of Object.entries(sandboxEnv(`http://localhost:${port}`))) process.env[name] ||= value
}

/** Points every network at a sandbox. What the environment says otherwise wins. */
export function sandboxEnv(url: string): Record<string, string> {
  const networks = ['instagram', 'facebook', 'threads', 'x', 'linkedin', 'pinterest']
  const api = networks.map((name) => [`${name.toUpperCase()}_API_URL`, `${url}/${name}`])
  const auth = networks.map((name) => [`${name.toUpperCase()}_AUTH_URL`, `${url}/${name}`])
  const web = ['x', 'linkedin', 'pinterest'].map((name) => [`${name.toUpperCase()}_WEB_URL`, `${url}/feed/${name}`])
  const lag = [...networks, 'ghost'].map((name) => [`${name.toUpperCase()}_VISIBILITY_LAG_SECONDS`, '2'])
  return Object.fromEntries([...api, ...auth, ...web, ...lag])
}
