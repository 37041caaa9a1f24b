import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { endpoints } from '@/lib/api/endpoint'
import { cleanAllForwardedHeaders } from '@/lib/http-server/forwarded-headers'
import { answerBeforeNext } from '@/lib/http-server/request-filter'
import { send, toRequest } from './node-http'

type Handlers = ReturnType<typeof endpoints>
type Route = { pattern: RegExp; names: string[]; handlers: Handlers }

/** The route of a file below `app`: `api/v1/stories/[id]/route.ts` matches `/api/v1/stories/:id`. */
async function routeOf(file: string): Promise<Route> {
  const segments = file.split('/').slice(0, -1)
  const names = segments.flatMap((segment) => /^\[(\w+)\]$/.exec(segment)?.[1] ?? [])
  const pattern = segments.map((segment) => (segment.startsWith('[') ? '([^/]+)' : segment)).join('/')
  return {
    pattern: new RegExp(`^/${pattern}$`),
    names,
    handlers: await import(join(process.cwd(), 'app', file)),
  }
}

/** Literal segments take precedence over parameters, as in Next. */
const byParameters = (one: Route, other: Route): number => one.names.length - other.names.length

/** Routes that need Next: next-auth, Inngest and the catch-all. */
const needsNext = /\[\.\.\.|^api\/(?:auth|inngest)\//

/** Folders of `app` with endpoints for programs. */
const folders = ['api', 'oauth', '.well-known']

/** Serves the route handlers of these folders without Next or a build. Returns false for any other path. */
export async function apiRoutes(): Promise<
  (incoming: IncomingMessage, outgoing: ServerResponse, origin: string) => boolean
> {
  cleanAllForwardedHeaders()
  const files = folders.flatMap((folder) =>
    (readdirSync(join('app', folder), { recursive: true }) as string[])
      .filter((file) => file.endsWith('/route.ts'))
      .map((file) => join(folder, file)),
  )
  const routes = (await Promise.all(files.filter((file) => !needsNext.test(file)).map(routeOf))).sort(byParameters)
  return (incoming, outgoing, origin) => {
    if (answerBeforeNext(incoming, outgoing)) return true
    const path = incoming.url?.split('?', 1)[0] ?? ''
    for (const { pattern, names, handlers } of routes) {
      const match = pattern.exec(path)
      if (!match) continue
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
      const method = incoming.method as keyof Handlers
      // Next also answers HEAD with GET where a route has no HEAD.
      const handler = handlers[method] ?? handlers.GET
      void handler(toRequest(incoming, outgoing, origin), { params: Promise.resolve(params) })
        .then((response) => send(response, incoming, outgoing))
        .catch(() => outgoing.destroy())
      return true
    }
    return false
  }
}
