import type { RequestTo } from '@/lib/api/operation'
import type { createRecurringTemplate } from '@/lib/openapi/operations.generated'

export const recurringKeys = {
  all: (projectId: string) => ['recurring', projectId] as const,
  list: (projectId: string) => ['recurring', projectId, 'list'] as const,
  preview: (projectId: string, input: unknown) => ['recurring', projectId, 'preview', input] as const,
  slots: (projectId: string, from: string, to: string) => ['recurring', projectId, 'slots', from, to] as const,
}

export type RecurringInput = Omit<RequestTo<typeof createRecurringTemplate>, 'id'>

/** One page shows all active ones, of which a project has at most 100. */
export const listLimit = 200
