import { type MomentStatus, momentStatuses, type Severity, severities } from '@/lib/moments/kinds'

export const statusFilters = [...momentStatuses, 'all'] as const
export type StatusFilter = MomentStatus | 'all'
export type MomentsFilter = { status: StatusFilter; severity: Severity | null }

type SearchParams = Partial<Record<'status' | 'severity', string | string[] | null>>

const one = (given: string | string[] | null | undefined): string | null =>
  (Array.isArray(given) ? given[0] : given) ?? null

/** Reads search parameters. Invalid values become defaults. */
export const readMomentsFilter = (params: SearchParams): MomentsFilter => ({
  status: statusFilters.find((status) => status === one(params.status)) ?? 'new',
  severity: severities.find((severity) => severity === one(params.severity)) ?? null,
})

export function writeMomentsFilter({ status, severity }: MomentsFilter): string {
  const query = new URLSearchParams()
  if (status !== 'new') query.set('status', status)
  if (severity) query.set('severity', severity)
  return query.size > 0 ? `?${query}` : ''
}

export const pageSize = 20

/** The query of the API. */
export const momentsQuery = (projectId: string, { status, severity }: MomentsFilter) => ({
  project_id: projectId,
  limit: pageSize,
  ...(status === 'all' ? {} : { status }),
  ...(severity ? { severity } : {}),
})

export const momentKeys = {
  all: (projectId: string) => ['moments', projectId] as const,
  list: (projectId: string, filter: MomentsFilter) => ['moments', projectId, filter] as const,
}
