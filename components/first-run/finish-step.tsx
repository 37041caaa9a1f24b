import { BarChart3, CalendarDays, PenLine } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import type { StartKind } from './start-choices'
import { StepFrame } from './step-frame'

type Props = { projectId: string; kind: StartKind | null; onBack: () => void }

/** The last step: write, or look around. */
export function FinishStep({ projectId, kind, onBack }: Props) {
  const isSample = kind === 'sample'
  return (
    <StepFrame
      title={isSample ? 'Look around' : 'Write your first post'}
      text={
        isSample
          ? 'Open the calendar or the results. Connect accounts when you want to publish.'
          : 'Write once, adapt it to each channel, and pick a time.'
      }
      onBack={onBack}
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={`/${projectId}/calendar`} icon={<CalendarDays aria-hidden size={16} />}>
            Open calendar
          </ButtonLink>
          {isSample ? (
            <ButtonLink tone="primary" href={`/${projectId}/analytics`} icon={<BarChart3 aria-hidden size={16} />}>
              See results
            </ButtonLink>
          ) : (
            <ButtonLink tone="primary" href={`/${projectId}/compose`} icon={<PenLine aria-hidden size={16} />}>
              Write a post
            </ButtonLink>
          )}
        </div>
      }
    />
  )
}
