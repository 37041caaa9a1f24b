import type { OpenApiDocument, Operation } from '@/lib/openapi/openapi'
import type { WebhookOperation } from '@/lib/openapi/webhooks-section'

export type Entry = { method: string; path: string; operation: Operation }
export type Group = { tag: string; entries: Entry[] }

/** Endpoints by tag, in document order. The webhooks tag has none. */
export function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
  )
  return tags
    .map(({ name }) => ({ tag: name, entries: all.filter(({ operation }) => operation.tags.includes(name)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** Webhook events by name. */
export const eventsOf = ({ webhooks }: OpenApiDocument): { name: string; operation: WebhookOperation }[] =>
  Object.entries(webhooks).map(([name, { post }]) => ({ name, operation: post }))

/** Each tag has its own page. */
export const slugOfTag = (tag: string): string => tag.toLowerCase().replace(/\W+/g, '-')
export const pageOfTag = (tag: string): string => `/docs/${slugOfTag(tag)}`
export const linkToEntry = (tag: string, { operation }: Entry): string => `${pageOfTag(tag)}#${operation.operationId}`
/** Page of all webhook events. */
export const eventsPage = '/docs/webhook-events'
export const linkToEvent = ({ operationId }: WebhookOperation): string => `${eventsPage}#${operationId}`
/** Page of all named schemas. */
export const shapesPage = '/docs/shapes'
