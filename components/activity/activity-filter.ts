import { type ActivityKind, activityKinds } from '@/lib/activity/kinds'

export type ActivityFilter = { kind: ActivityKind | null; userId: string | null }

type SearchParams = Partial<Record<'kind' | 'person', string | string[] | null>>

const one = (given: string | string[] | null | undefined): string | null =>
  (Array.isArray(given) ? given[0] : given) ?? null

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads search parameters. Invalid values become defaults. */
export function readActivityFilter(params: SearchParams): ActivityFilter {
  const person = one(params.person)
  return {
    kind: activityKinds.find((kind) => kind === one(params.kind)) ?? null,
    userId: person && uuid.test(person) ? person : null,
  }
}

export function writeActivityFilter({ kind, userId }: ActivityFilter): string {
  const query = new URLSearchParams()
  if (kind) query.set('kind', kind)
  if (userId) query.set('person', userId)
  return query.size > 0 ? `?${query}` : ''
}

export const pageSize = 50

/** The query of the API. */
export const activityQuery = (projectId: string, { kind, userId }: ActivityFilter) => ({
  project_id: projectId,
  limit: pageSize,
  ...(kind ? { kind } : {}),
  ...(userId ? { user_id: userId } : {}),
})
