'use client'

import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import { getReadiness } from '@/lib/api/operations.generated'

type WorkerState = { isSilent: boolean; silentSeconds: number | null; advice: string }

/** What `/api/health/ready` adds to its error. */
type Extra = { worker?: { silent_seconds?: number }; advice?: string }

/** Asks whether posts go out. An answer that says nothing about the worker changes nothing. */
async function askWorker(before: WorkerState): Promise<WorkerState> {
  try {
    await call(getReadiness, {})
    return { ...before, isSilent: false, silentSeconds: 0 }
  } catch (error) {
    const extra = error instanceof ApiError ? (error.extra as Extra) : {}
    if (!extra.worker) return before
    return {
      isSilent: true,
      silentSeconds: extra.worker.silent_seconds ?? null,
      advice: extra.advice ?? before.advice,
    }
  }
}

/** A worker that died must never look like a quiet day: every screen says it. */
export function WorkerBanner({ initial }: { initial: WorkerState }) {
  const { data } = useQuery({
    queryKey: ['worker'],
    queryFn: () => askWorker(initial),
    initialData: initial,
    refetchInterval: 30_000,
    staleTime: 25_000,
  })
  return (
    <div role="status">
      {data.isSilent && (
        <div className="mb-5">
          <Notice tone="bad" title="Nothing is being published right now">
            <p>
              {data.silentSeconds === null
                ? 'The publisher is not running.'
                : `The publisher has not looked for due posts for ${sayDuration(data.silentSeconds)}.`}{' '}
              Scheduled posts wait and go out when it is back; one that is more than an hour late fails instead.
            </p>
            <p>For the administrator: {data.advice}</p>
          </Notice>
        </div>
      )}
    </div>
  )
}

function sayDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3_600)} hours`
}
