'use client'

import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/ui/notice'
import { ApiError, call } from '@/lib/api/client'
import { getReadiness } from '@/lib/openapi/operations.generated'

type WorkerState = { isSilent: boolean; silentSeconds: number | null; advice: string }
/** `isDown`: the database is not reachable. */
type Health = WorkerState & { isDown?: boolean }

/** Extra members of the error of `/api/health/ready`. */
type Extra = { worker?: { silent_seconds?: number }; advice?: string }

const pollMs = 30_000
const downPollMs = 5_000

/** Whether the database and the worker run. Other errors keep the last state. */
async function loadHealth(before: Health): Promise<Health> {
  try {
    await call(getReadiness, {})
    return { ...before, isDown: false, isSilent: false, silentSeconds: 0 }
  } catch (error) {
    const extra = error instanceof ApiError ? (error.extra as Extra) : {}
    if (!extra.worker) return { ...before, isDown: error instanceof ApiError && error.status === 503 }
    return {
      isDown: false,
      isSilent: true,
      silentSeconds: extra.worker.silent_seconds ?? null,
      advice: extra.advice ?? before.advice,
    }
  }
}

/** Shown on every screen while the database or the worker is not running. */
export function HealthBanner({ initial }: { initial: WorkerState }) {
  const { data } = useQuery({
    queryKey: ['worker'],
    queryFn: () => loadHealth(initial),
    initialData: initial as Health,
    refetchInterval: ({ state }) => (state.data?.isDown ? downPollMs : pollMs),
    staleTime: 25_000,
  })
  return (
    <div role="status">
      {data.isDown && (
        <div className="mb-3">
          <Notice tone="bad" title="Storycast is not available right now">
            The database cannot be reached. What you change is not saved until it is back.
          </Notice>
        </div>
      )}
      {!data.isDown && data.isSilent && (
        <div className="mb-3">
          <Notice tone="bad" title="Publishing is not working">
            <p>
              {data.silentSeconds === null
                ? 'The worker is not running.'
                : `The worker has not run for ${formatDuration(data.silentSeconds)}.`}{' '}
              Scheduled posts are published when it is back. Posts that are more than an hour late fail.
            </p>
            <p>For the administrator: {data.advice}</p>
          </Notice>
        </div>
      )}
    </div>
  )
}

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} minutes`
  return `${Math.round(seconds / 3_600)} hours`
}
