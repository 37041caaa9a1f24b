import type { OpenApiDocument, Operation } from '@/lib/api/openapi'

export type Entry = { method: string; path: string; operation: Operation }
export type Group = { tag: string; entries: Entry[] }

/** The endpoints by tag, in the document's own order. */
export function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags.map(({ name }) => ({ tag: name, entries: all.filter(({ operation }) => operation.tags.includes(name)) }))
}

/** Every group has a page of its own: all of them on one would be longer than anybody reads. */
export const slugOfTag = (tag: string): string => tag.toLowerCase().replace(/\W+/g, '-')
export const pageOfTag = (tag: string): string => `/docs/${slugOfTag(tag)}`
export const linkToEntry = (tag: string, { operation }: Entry): string => `${pageOfTag(tag)}#${operation.operationId}`
/** Named shapes share the last page. */
export const shapesPage = '/docs/shapes'
