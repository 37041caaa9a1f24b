import type { Account } from './accounts'
import type { Answer, Call } from './exchange'

/** A request that found its route. `raw` holds the path parameters as they were written, `params` decoded. */
export type Visit = {
  call: Call
  params: Record<string, string>
  raw: Record<string, string>
  account: Account
}
export type OpenVisit = Omit<Visit, 'account'>

type Pattern = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/2/users/:id/tweets`; a name after a colon takes one segment. */
  path: string
  /** What faults call it. Where the body decides whether a post becomes public, a function of the request. */
  name: string | ((call: Call) => string)
}

export type Route = Pattern &
  (
    | { isOpen?: false; handle(visit: Visit): Answer | Promise<Answer> }
    /** Asks for no credential, as the network does not. */
    | { isOpen: true; handle(visit: OpenVisit): Answer | Promise<Answer> }
  )

export type Match = { route: Route; params: Record<string, string>; raw: Record<string, string> }

/** Finds routes by their segments. The first one of the table that fits wins, so literal paths stand before patterns. */
export function makeRouter(routes: readonly Route[]): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((route) => ({ route, segments: route.path.split('/') }))
  return (method, path) => {
    const given = path.split('/')
    for (const { route, segments } of compiled) {
      if (route.method !== method || segments.length !== given.length) continue
      const raw = matchSegments(segments, given)
      const params = raw && decode(raw)
      if (params) return { route, params, raw }
    }
    return undefined
  }
}

function matchSegments(segments: string[], given: string[]): Record<string, string> | undefined {
  const raw: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    const value = given[i] ?? ''
    if (segment.startsWith(':')) {
      if (value === '') return undefined
      raw[segment.slice(1)] = value
    } else if (segment !== value) return undefined
  }
  return raw
}

function decode(raw: Record<string, string>): Record<string, string> | undefined {
  try {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return undefined
  }
}
