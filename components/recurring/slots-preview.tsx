'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '@/components/composer/checks/use-debounced'
import { ErrorNote } from '@/components/errors/error-note'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError, call } from '@/lib/api/client'
import { previewRecurringTemplate } from '@/lib/openapi/operations.generated'
import { placeOf } from '@/lib/recurring/cadence-text'
import { type RecurringDraft, scheduleOf } from './recurring-draft'
import { recurringKeys } from './recurring-keys'

const debounceMs = 350

/** The next slots of a draft with their texts, and the issues of its schedule. */
export function useSlotsPreview(projectId: string, draft: RecurringDraft) {
  const { title, caption, contentType } = draft
  const input = {
    ...scheduleOf(draft),
    story: { title: title.trim() || null, caption, content_type: contentType.trim() || null },
  }
  const settled = useDebounced(JSON.stringify(input), debounceMs)
  return useQuery({
    queryKey: recurringKeys.preview(projectId, settled),
    queryFn: ({ signal }) =>
      call(previewRecurringTemplate, { id: projectId, ...(JSON.parse(settled) as typeof input) }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

type Preview = ReturnType<typeof useSlotsPreview>

export function SlotsPreview({ preview: { data, error } }: { preview: Preview }) {
  return (
    <section aria-labelledby="next-posts" className="panel p-4">
      <h2 id="next-posts" className="font-semibold">
        Next posts
      </h2>
      <div className="pt-3">
        {error ? (
          <PreviewError error={error} />
        ) : data ? (
          <Slots slots={data.slots} timezone={data.timezone} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    </section>
  )
}

/** Invalid input is explained at its field. */
const PreviewError = ({ error }: { error: Error }) =>
  error instanceof ApiError && error.code === 'validation_error' ? (
    <p className="text-ink-soft">Fix the schedule to see the next posts.</p>
  ) : (
    <ErrorNote isReading error={error} title="The next posts could not be loaded" />
  )

type Slot = { at: string; title: string | null; caption: string }

function Slots({ slots, timezone }: { slots: readonly Slot[]; timezone: string }) {
  const { locale } = useZone()
  if (slots.length === 0) return <p className="text-ink-soft">No posts: the schedule has ended.</p>
  return (
    <>
      <ol aria-live="polite" className="flex flex-col gap-3">
        {slots.map(({ at, title, caption }) => (
          <li key={at} className="border-l-2 border-dashed border-line-strong pl-3">
            <p className="text-sm font-medium tabular-nums" suppressHydrationWarning>
              {formatTime(at, 'short', timezone, locale)}
            </p>
            {title && <p className="truncate text-sm">{title}</p>}
            <p className="line-clamp-3 text-sm whitespace-pre-line text-ink-soft wrap-anywhere">
              {caption.trim() || 'No text yet'}
            </p>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-xs text-ink-soft">Times are in {placeOf(timezone)}.</p>
    </>
  )
}
