'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ErrorNote } from '@/components/errors/error-note'
import { useRoleHint } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import { addSampleData } from '@/lib/openapi/operations.generated'
import { StepFrame } from './step-frame'

type Props = { projectId: string; wasAdded: boolean; onBack: () => void; onDone: () => void }

/** Adds sample data to the project. */
export function SampleStep({ projectId, wasAdded, onBack, onDone }: Props) {
  const router = useRouter()
  const hint = useRoleHint({ least: 'admin', to: 'add sample data' })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => call(addSampleData, { id: projectId }),
    // Shows the banner, which is rendered by the layout.
    onSuccess: () => router.refresh(),
  })
  const isAdded = wasAdded || data !== undefined
  return (
    <StepFrame
      title="Explore sample data"
      text="The posts of a coffee roastery fill the calendar, queue, analytics and library of this project. Nothing is published."
      onBack={onBack}
      action={
        isAdded ? (
          <Button tone="primary" onClick={onDone}>
            Continue
          </Button>
        ) : (
          <Button tone="primary" isBusy={isPending} disabled={hint !== null} onClick={() => mutate()}>
            Add sample data
          </Button>
        )
      }
    >
      {hint && <p className="text-ink-soft">{hint}</p>}
      {error && <ErrorNote error={error} title="Sample data not added" />}
      {data && (
        <Notice tone="good" role="status" title="Sample data added">
          {data.added.stories} posts and drafts, {data.added.assets} images, {data.added.captions} captions,{' '}
          {data.added.templates} templates, {data.added.pillars} pillars, a recurring post and an automation.
        </Notice>
      )}
      {wasAdded && !data && <Notice tone="info" title="This project has sample data" />}
    </StepFrame>
  )
}
