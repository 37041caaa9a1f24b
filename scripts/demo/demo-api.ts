export const demoTimezone = 'Europe/Berlin'

/** The demo is seeded over the public API, so that it cannot have what users cannot make. */
export type DemoApi = {
  baseUrl: string
  token: string
  projectId: string
  sandboxUrl: string
  facebookAccountId: string
  pinterestAccountId: string
}

/**
 * Sends a request with the demo's token. POST requests carry the key as their idempotency key, so an interrupted start
 * repeats the seeding without duplicates.
 */
export async function send<T>(
  api: DemoApi,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: object,
  key: string,
): Promise<T> {
  const response = await fetch(api.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${api.token}`,
      'content-type': 'application/json',
      ...(method === 'POST' ? { 'idempotency-key': `demo-${key}` } : {}),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The demo's "${key}" was refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
