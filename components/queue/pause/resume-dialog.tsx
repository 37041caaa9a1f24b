'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { refreshStories } from '@/components/stories/query-keys'
import { ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { RadioGroup, type RadioOption } from '@/components/ui/choices/radio-group'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { planResume, resumeProject } from '@/lib/openapi/operations.generated'
import type { MissedWay, ResumePlan } from '@/lib/projects/pause-contract'
import { plural } from '@/lib/text/number-text'
import { ResumePlanList } from './resume-plan'
import { refetchPause, setPause } from './use-pause'

const missedChoices: readonly RadioOption<MissedWay>[] = [
  {
    value: 'spread',
    label: 'Reschedule them',
    hint: 'In the same order, with a gap between posts of one account. Other scheduled posts keep their time.',
  },
  {
    value: 'draft',
    label: 'Move them to drafts',
    hint: 'You can reschedule each one. For partly published stories the remaining channels are skipped.',
  },
  {
    value: 'skip',
    label: 'Skip them',
    hint: 'They are not published. Stories without any published post are cancelled.',
  },
]

const spacings = [5, 10, 15, 30, 60, 120, 240] as const
const formatMinutes = (minutes: number): string =>
  minutes < 60 ? `${minutes} minutes` : minutes === 60 ? '1 hour' : `${minutes / 60} hours`

/** Shows the plan for missed posts and resumes with exactly that plan. */
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
      setPause(queries, projectId, null)
      toast(resumedText(done))
      onClose()
      await refreshStories(queries, projectId)
    },
    onError: async (error) => {
      // The missed posts changed, or another member resumed.
      if (!(error instanceof ApiError) || error.code !== 'conflict') return
      await refetchPause(queries, projectId)
      await plan.refetch()
    },
  })
  return (
    <Dialog title="Resume this project?" onClose={onClose} isWide>
      {shown?.missed === 0 ? (
        <p>No posts were missed. Scheduled posts are published on time again.</p>
      ) : (
        <>
          <p role="status">{shown ? `${missedText(shown)} missed during the pause.` : 'Loading…'}</p>
          <RadioGroup
            label="What should happen to them?"
            name="missed"
            options={missedChoices}
            value={missed}
            onChange={setMissed}
          />
          {missed === 'spread' && (
            <SelectField
              label="Gap between posts of one account"
              className="sm:max-w-84"
              value={String(spacing)}
              onChange={(value) => setSpacing(Number(value))}
              options={[...spacings.map((minutes) => ({ value: String(minutes), label: formatMinutes(minutes) }))]}
            />
          )}
          {shown ? <ResumePlanList plan={shown} /> : <Skeleton className="h-56" />}
          <p className="text-sm text-ink-soft">
            <ZoneLine />
          </p>
        </>
      )}
      {plan.error && <ErrorNote isReading error={plan.error} title="The plan could not be loaded" />}
      {resume.error && <ErrorNote error={resume.error} title="Project not resumed" />}
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

const missedText = ({ missed, stories }: ResumePlan): string =>
  `${plural(missed, 'post')} of ${plural(stories, 'story', 'stories')} ${missed === 1 ? 'was' : 'were'}`

function resumedText({ moved, drafts, skipped }: { moved: number; drafts: number; skipped: number }): string {
  const parts = [
    moved > 0 ? `${plural(moved, 'post')} rescheduled` : '',
    drafts > 0 ? `${plural(drafts, 'post')} moved to drafts` : '',
    skipped > 0 ? `${plural(skipped, 'post')} skipped` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `Resumed: ${parts.join(', ')}.` : 'Resumed.'
}
