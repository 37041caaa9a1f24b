import type { OpenApiDocument, Operation } from '@/lib/api/openapi'
import type { WebhookOperation } from '@/lib/api/openapi-webhooks'

export type Entry = { method: string; path: string; operation: Operation }
export type Group = { tag: string; entries: Entry[] }

/** The endpoints by tag, in the document's own order. The tag of what we send ourselves has none. */
export function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags
    .map(({ name }) => ({ tag: name, entries: all.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** What is sent to webhook endpoints: events by their names. */
export const eventsOf = ({ webhooks }: OpenApiDocument): { name: string; operation: WebhookOperation }[] =>
  Object.entries(webhooks).map(([name, { post }]) => ({ name, operation: post }))

/** Every group has a page of its own: all of them on one would be longer than anybody reads. */
export const slugOfTag = (tag: string): string => tag.toLowerCase().replace(/\W+/g, '-')
export const pageOfTag = (tag: string): string => `/docs/${slugOfTag(tag)}`
export const linkToEntry = (tag: string, { operation }: Entry): string => `${pageOfTag(tag)}#${operation.operationId}`
/** Events share one page. */
export const eventsPage = '/docs/webhook-events'
export const linkToEvent = ({ operationId }: WebhookOperation): string => `${eventsPage}#${operationId}`
/** Named shapes share the last page. */
export const shapesPage = '/docs/shapes'
