import { type DemoApi, send } from './demo-api'

/** Connects the sandbox's blog. */
export async function seedConnectors(api: DemoApi): Promise<void> {
  const url = `${api.sandboxUrl}/sources/northwind/feed.xml`
  const body = { project_id: api.projectId, name: 'Northwind blog', url, save: true }
  const { ok, error } = await send<{ ok: boolean; error?: string }>(
    api,
    'POST',
    '/api/v1/connectors',
    body,
    'connector',
  )
  if (!ok) throw new Error(`The demo's blog could not be connected: ${error}`)
}
