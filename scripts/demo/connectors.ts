import { type DemoApi, send } from './demo-api'

/** Connects the sandbox's blog. Returns the connector's id. */
export async function seedConnectors(api: DemoApi): Promise<string> {
  const url = `${api.sandboxUrl}/sources/northwind/feed.xml`
  const body = { project_id: api.projectId, name: 'Northwind blog', url, save: true }
  const { connector, error } = await send<{ connector: { id: string } | null; error?: string }>(
    api,
    'POST',
    '/api/v1/connectors',
    body,
    'connector',
  )
  if (!connector) throw new Error(`The demo's blog could not be connected: ${error}`)
  return connector.id
}
