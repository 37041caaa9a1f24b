'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { refreshStories } from '@/components/stories/keys'
import { ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { planResume, resumeProject } from '@/lib/api/operations.generated'
import type { MissedWay, ResumePlan } from '@/lib/projects/pause-contract'
import { PlanList } from './plan-list'
import { askPauseAgain, notePause } from './use-pause'

const ways: Record<MissedWay, { label: string; hint: string }> = {
  spread: {
    label: 'Spread them over the time ahead',
    hint: 'In the old order, with a rest between two posts of one account. What is scheduled keeps its time.',
  },
  draft: {
    label: 'Leave them as drafts',
    hint: 'Each waits until somebody gives it a time. A story that is partly out keeps what is out; the rest is skipped.',
  },
  skip: { label: 'Skip them', hint: 'They do not go out. A story of which nothing is out counts as cancelled.' },
}

const spacings = [5, 10, 15, 30, 60, 120, 240] as const
const sayMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`

/** Shows what resuming does before it is done, and does exactly that. */
export function ResumeDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const [missed, setMissed] = useState<MissedWay>('spread')
  const [spacing, setSpacing] = useState(30)
  const queries = useQueryClient()
  const toast = useToast()
  const choice = { missed, spacing_minutes: spacing }
  const plan = useQuery({
    queryKey: ['resume-plan', projectId, choice],
    queryFn: ({ signal }) => call(planResume, { id: projectId, ...choice }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const shown = plan.data
  const resume = useMutation({
    mutationFn: () =>
      call(resumeProject, { id: projectId, ...choice, starts_at: shown?.starts_at, plan: shown?.plan ?? '' }),
    onSuccess: async (done) => {
      notePause(queries, projectId, null)
      toast(sayDone(done))
      onClose()
      await refreshStories(queries, projectId)
    },
    onError: async (error) => {
      // What was missed has changed, or somebody else resumed it.
      if (!(error instanceof ApiError) || error.code !== 'conflict') return
      await askPauseAgain(queries, projectId)
      await plan.refetch()
    },
  })
  return (
    <Dialog title="Resume this project?" onClose={onClose} isWide>
      {shown?.missed === 0 ? (
        <p>Nothing was missed. What is scheduled goes out at its time again.</p>
      ) : (
        <>
          <p role="status">
            {shown ? `${sayMissed(shown)} while it was paused. None of them goes out at once.` : 'Looking…'}
          </p>
          <WayChoice way={missed} onChange={setMissed} />
          {missed === 'spread' && (
            <SelectField
              label="Rest between two posts of one account"
              className="sm:max-w-84"
              value={spacing}
              onChange={(event) => setSpacing(Number(event.target.value))}
            >
              {spacings.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {sayMinutes(minutes)}
                </option>
              ))}
            </SelectField>
          )}
          {shown ? <PlanList plan={shown} /> : <Skeleton className="h-56" />}
          <p className="text-sm text-ink-soft">
            <ZoneLine />
          </p>
        </>
      )}
      {plan.error && <ErrorNote isReading error={plan.error} title="The plan could not be made" />}
      {resume.error && <ErrorNote error={resume.error} title="Not resumed" />}
      <DialogButtons>
        <Button onClick={onClose}>Stay paused</Button>
        <Button
          tone="primary"
          disabled={!shown || plan.isPlaceholderData}
          isBusy={resume.isPending}
          onClick={() => resume.mutate()}
        >
          Resume
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function WayChoice({ way, onChange }: { way: MissedWay; onChange: (way: MissedWay) => void }) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">What becomes of them?</legend>
      {(Object.keys(ways) as MissedWay[]).map((name) => (
        <div key={name} className="flex items-start gap-2.5">
          <input
            type="radio"
            name="missed"
            id={`${id}-${name}`}
            aria-describedby={`${id}-${name}-hint`}
            checked={way === name}
            onChange={() => onChange(name)}
            className="mt-1 size-4.5 shrink-0 accent-(--accent)"
          />
          <div>
            <label htmlFor={`${id}-${name}`}>{ways[name].label}</label>
            <p id={`${id}-${name}-hint`} className="text-sm text-ink-soft">
              {ways[name].hint}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

const posts = (count: number): string => (count === 1 ? '1 post' : `${count} posts`)

const sayMissed = ({ missed, stories }: ResumePlan): string =>
  `The time of ${posts(missed)} of ${stories === 1 ? '1 story' : `${stories} stories`} passed`

function sayDone({ moved, drafts, skipped }: { moved: number; drafts: number; skipped: number }): string {
  const parts = [
    moved > 0 ? `${posts(moved)} got a new time` : '',
    drafts > 0 ? `${posts(drafts)} became drafts` : '',
    skipped > 0 ? `${posts(skipped)} skipped` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `Resumed: ${parts.join(', ')}.` : 'Resumed.'
}
