'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Automation } from '@/lib/automations/resource-contract'
import {
  deleteAutomation,
  editAutomation,
  getAutomation,
  listAutomationRuns,
  listAutomations,
  runAutomation,
} from '@/lib/openapi/operations.generated'
import { automationKeys, listLimit } from './automation-keys'

const refreshMs = 30_000

export function useAutomationList(projectId: string, initial: AnswerTo<typeof listAutomations>) {
  return useQuery({
    queryKey: automationKeys.list(projectId),
    queryFn: ({ signal }) => call(listAutomations, { project_id: projectId, limit: listLimit }, { signal }),
    initialData: initial,
    refetchInterval: refreshMs,
  })
}

export function useAutomation(projectId: string, initial: Automation) {
  return useQuery({
    queryKey: automationKeys.one(projectId, initial.id),
    queryFn: ({ signal }) => call(getAutomation, { id: initial.id }, { signal }),
    initialData: initial,
    refetchInterval: refreshMs,
  })
}

export function useRuns({ project_id, id }: Automation) {
  return useInfiniteQuery({
    queryKey: automationKeys.runs(project_id, id),
    queryFn: ({ pageParam, signal }) =>
      call(listAutomationRuns, { id, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    ...cursorPages,
    refetchInterval: refreshMs,
  })
}

/** Turns an automation on or off. */
export function useSetActive(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: { id: string; active: boolean }) => call(editAutomation, { id, active }),
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.all(projectId) }),
  })
}

/** Makes one story now, or repeats a run of the log. */
export function useRunNow({ project_id, id }: Automation) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (runId: string | undefined) => call(runAutomation, { id, ...(runId ? { run_id: runId } : {}) }),
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.all(project_id) }),
  })
}

export function useDelete(projectId: string) {
  const queries = useQueryClient()
  return useDelayedDelete<Automation>({
    nameOf: ({ name }) => `“${name}”`,
    send: ({ id }) => call(deleteAutomation, { id }, { keepalive: true }),
    refresh: () => queries.invalidateQueries({ queryKey: automationKeys.all(projectId) }),
  })
}
