import { Check, X } from 'lucide-react'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { Checklist } from '@/lib/checklist/contract'

type Props = { projectId: string; checklist: Checklist; onHide: () => void }
type Step = { label: string; why: string; isDone: boolean; href: string; action: string }

/** The four steps, which of them are done, and the way into the next. */
export function StepsPanel({ projectId, checklist, onHide }: Props) {
  const steps = stepsOf(projectId, checklist)
  const next = steps.find(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section aria-labelledby="first-steps" className="panel mb-5 flex flex-col gap-3 p-4">
      <header className="flex items-start justify-between gap-3">
        <div>
          <h2 id="first-steps" className="font-semibold">
            {next ? 'Your first post in four steps' : 'Your first story is live'}
          </h2>
          <p role="status" className="text-sm text-ink-soft">
            {next ? `${done} of ${steps.length} done` : 'That was all. From here on it is the same every time.'}
          </p>
        </div>
        <IconButton label="Hide the first steps" onClick={onHide}>
          <X aria-hidden size={16} />
        </IconButton>
      </header>
      <ol className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map((step, index) => (
          <StepItem key={step.label} {...step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function StepItem({ label, why, isDone, href, action, number, isNext }: Step & { number: number; isNext: boolean }) {
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex items-start gap-2.5">
      <span
        className={classes(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-medium',
          isDone ? 'bg-good-wash text-good' : isNext ? 'bg-accent text-on-accent' : 'bg-quiet-wash text-quiet',
        )}
      >
        {isDone ? <Check aria-hidden size={15} /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className={classes('font-medium', isDone && 'text-ink-soft')}>
          {label}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        {!isDone && <p className="text-sm text-ink-soft">{why}</p>}
        {(isNext || (isDone && number === 4)) && (
          <ButtonLink isSmall tone={isNext ? 'primary' : 'secondary'} href={href}>
            {action}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}

function stepsOf(projectId: string, { is_connected, has_story, has_scheduled, live_story_id }: Checklist): Step[] {
  return [
    {
      label: 'Connect an account',
      why: 'So that there is somewhere to post to.',
      isDone: is_connected,
      href: `/${projectId}/connections`,
      action: 'Connect',
    },
    {
      label: 'Compose a story',
      why: 'Once for all channels, with other words where you want them.',
      isDone: has_story,
      href: `/${projectId}/compose`,
      action: 'Compose',
    },
    {
      label: 'Schedule it',
      why: 'Give it a time, or publish it right away.',
      isDone: has_scheduled,
      href: `/${projectId}/stories?status=draft`,
      action: 'Choose a draft',
    },
    {
      label: 'See it live',
      why: 'It goes out at its time, and its link appears on its page.',
      isDone: live_story_id !== null,
      href: live_story_id ? `/${projectId}/stories/${live_story_id}` : `/${projectId}/queue`,
      action: live_story_id ? 'See it' : 'Watch the queue',
    },
  ]
}
