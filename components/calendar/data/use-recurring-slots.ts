import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { recurringKeys } from '@/components/recurring/recurring-keys'
import { dayOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listRecurringSlots } from '@/lib/openapi/operations.generated'
import type { ViewState } from './view-state'

export type RecurringSlot = AnswerTo<typeof listRecurringSlots>['slots'][number]

/** Max slots of a day in the month view, which would otherwise push other stories out of sight. */
const monthEach = 2
const refreshMs = 60_000
const none: RecurringSlot[] = []

/** Slots of recurring posts that have no story yet, for the shown period and filter. */
export function useRecurringSlots(
  projectId: string,
  { view, filter }: ViewState,
  { from, to }: { from: string; to: string },
): { slots: RecurringSlot[]; isLoading: boolean } {
  const { timeZone } = useZone()
  const { data, isLoading } = useQuery({
    queryKey: recurringKeys.slots(projectId, from, to),
    queryFn: async ({ signal }) => (await call(listRecurringSlots, { id: projectId, from, to }, { signal })).slots,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const { status, channel, pillar } = filter
  const slots = useMemo(() => {
    if (!data || (status !== null && status !== 'scheduled')) return none
    const counts = new Map<string, number>()
    return data.filter(({ at, channels, content_type }) => {
      if (at < from || at >= to) return false
      if ((channel && !channels.includes(channel)) || (pillar && content_type !== pillar)) return false
      const day = dayOf(at, timeZone)
      const count = (counts.get(day) ?? 0) + 1
      counts.set(day, count)
      return view !== 'month' || count <= monthEach
    })
  }, [data, status, channel, pillar, view, from, to, timeZone])
  return { slots, isLoading }
}
