import type { Call } from '../exchange'
import type { Route, Visit } from '../router'

/** The routes once for each version of the API that still answers. */
export function versioned(versions: readonly string[], routes: readonly Route[]): Route[] {
  return versions.flatMap((version) => routes.map((route) => ({ ...route, path: `/${version}${route.path}` })))
}

/** The account itself, where a path says `/me` and has no id. */
export const asMe = (visit: Visit): Visit => ({ ...visit, params: { ...visit.params, id: 'me' } })

/** Containers and posts share an address; who asks for a status is polling. */
export function nameOfRead(call: Call): string {
  return /\bstatus(_code)?\b/.test(call.query.get('fields') ?? '') ? 'status' : 'read'
}
