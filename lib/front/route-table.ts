import type { endpoints } from '@/lib/api/endpoint'

/** What a route file of the API exports: a handler for each method. */
export type RouteHandlers = ReturnType<typeof endpoints>
/** Route files by their path, as `/api/v1/stories/:id`; `app/api/routes.generated.ts` is one. */
export type RouteTable = Record<string, RouteHandlers>
export type Match = Route & { params: Record<string, string> }

type Route = { path: string; handlers: RouteHandlers }
type Node = { children: Map<string, Node>; parameter: { name: string; node: Node } | null; route?: Route }

const emptyNode = (): Node => ({ children: new Map(), parameter: null })

/** A path that means what it says: whatever Next would decode, fold or redirect first is left to Next. */
const isPlain = (path: string): boolean =>
  /^(?:\/[\w\-.~:@!$&'()*+,;=]+)+$/.test(path) && !/\/\.{1,2}(?:\/|$)/.test(path)

/** Finds the route of a path; a name goes before a parameter, as in Next. Null: no endpoint, or not for us to say. */
export function routeFinder(table: RouteTable): (path: string) => Match | null {
  const root = emptyNode()
  for (const [path, handlers] of Object.entries(table)) place(root, path.split('/').slice(1)).route = { path, handlers }
  return (path) => (isPlain(path) ? find(root, path.split('/').slice(1), {}) : null)
}

function place(root: Node, segments: string[]): Node {
  let node = root
  for (const segment of segments) {
    if (segment.startsWith(':')) {
      node.parameter ??= { name: segment.slice(1), node: emptyNode() }
      node = node.parameter.node
    } else {
      const child = node.children.get(segment) ?? emptyNode()
      node.children.set(segment, child)
      node = child
    }
  }
  return node
}

function find(node: Node, [segment, ...rest]: string[], params: Record<string, string>): Match | null {
  if (segment === undefined) return node.route ? { ...node.route, params } : null
  const child = node.children.get(segment)
  const named = child && find(child, rest, params)
  if (named || !node.parameter) return named ?? null
  const { name, node: next } = node.parameter
  return find(next, rest, { ...params, [name]: segment })
}
