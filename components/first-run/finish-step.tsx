import { BarChart3, CalendarDays, CircleCheck, CircleDashed, PenLine } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { FeedLink } from './feed-link'
import { detailText, doneText, type SetUp } from './set-up'
import { type StartKind, startKinds } from './start-choices'
import { StepFrame } from './step-frame'

type Props = {
  projectId: string
  kind: StartKind | null
  setUp: SetUp
  sandboxUrl: string | null
  onBack: () => void
}

/** The last step: what is set up, then write, or look around. */
export function FinishStep({ projectId, kind, setUp, sandboxUrl, onBack }: Props) {
  const isSample = kind === 'sample'
  return (
    <StepFrame
      title={isSample ? 'Look around' : 'Write your first post'}
      text={
        isSample
          ? 'Open the calendar or the results of the sample posts.'
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
    >
      <SetUpList setUp={setUp} sandboxUrl={sandboxUrl} />
    </StepFrame>
  )
}

function SetUpList({ setUp, sandboxUrl }: Pick<Props, 'setUp' | 'sandboxUrl'>) {
  const done = startKinds.flatMap((kind) => {
    const title = doneText(kind, setUp)
    return title ? [{ kind, title }] : []
  })
  if (done.length === 0)
    return (
      <p className="panel flex items-center gap-3 p-4 text-ink-soft">
        <CircleDashed aria-hidden size={18} className="shrink-0" />
        No account connected yet. Drafts work without one.
      </p>
    )
  return (
    <ul aria-label="Set up" className="panel divide-y divide-line">
      {done.map(({ kind, title }) => (
        <li key={kind} className="flex gap-3 px-4 py-3">
          <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-good" />
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-ink-soft">
              {detailText(kind, setUp)}
              {kind === 'sandbox' && (
                <>
                  . Their posts appear on the <FeedLink url={sandboxUrl} />.
                </>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
