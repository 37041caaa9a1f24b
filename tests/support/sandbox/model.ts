import { onTestFinished, vi } from 'vitest'
import { reloadEnv } from '@/lib/env'
import { controlAt } from './accounts'
import { sandboxUrl } from './file-sandbox'

/** A request that the sandbox's AI model received. */
export type ModelRequest = {
  path: string
  status: number | null
  fault: string | null
  body: Record<string, unknown>
}

/** Sets a fault for requests that contain this text, until the end of the test. */
export async function aModelFault(contains: string, fault: Record<string, unknown>): Promise<void> {
  const { id } = await controlAt<{ id: string }>(sandboxUrl(), 'POST', '/control/model/faults', { contains, ...fault })
  onTestFinished(() => controlAt<void>(sandboxUrl(), 'DELETE', `/control/model/faults/${id}`))
}

/** The requests that contain this text, oldest first. */
export async function modelRequests(contains: string): Promise<ModelRequest[]> {
  const path = `/control/model/requests?limit=1000&contains=${encodeURIComponent(contains)}`
  const { requests } = await controlAt<{ requests: ModelRequest[] }>(sandboxUrl(), 'GET', path)
  return requests.reverse()
}

/** Changes the environment of this process until the end of the test. */
export function setEnv(values: Record<string, string>): void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]))
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  reloadEnv()
  onTestFinished(() => {
    for (const [name, value] of Object.entries(before)) vi.stubEnv(name, value)
    reloadEnv()
  })
}
