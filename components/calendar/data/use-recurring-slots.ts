import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { recurringKeys } from '@/components/recurring/recurring-keys'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { listRecurringSlots } from '@/lib/openapi/operations.generated'
import type { ViewState } from './view-state'

export type RecurringSlot = AnswerTo<typeof listRecurringSlots>['slots'][number]

const refreshMs = 60_000
const none: RecurringSlot[] = []

/** Slots of recurring posts that have no story yet, for the shown period and filter. */
export function useRecurringSlots(
  projectId: string,
  { filter }: Pick<ViewState, 'filter'>,
  { from, to }: { from: string; to: string },
): { slots: RecurringSlot[]; isLoading: boolean } {
  const { data, isLoading, isPlaceholderData } = useQuery({
    queryKey: recurringKeys.slots(projectId, from, to),
    queryFn: async ({ signal }) => (await call(listRecurringSlots, { id: projectId, from, to }, { signal })).slots,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const { status, channel, pillar } = filter
  const slots = useMemo(() => {
    if (!data || (status !== null && status !== 'scheduled')) return none
    return data.filter(
      ({ at, channels, content_type }) =>
        at >= from && at < to && (!channel || channels.includes(channel)) && (!pillar || content_type === pillar),
    )
  }, [data, status, channel, pillar, from, to])
  return { slots, isLoading: isLoading || isPlaceholderData }
}
