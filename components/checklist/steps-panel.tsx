import { Check, X } from 'lucide-react'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { Checklist } from '@/lib/checklist/contract'

type Props = {
  projectId: string
  checklist: Checklist
  /** One row with the next step. The calendar, the first screen, shows all steps. */
  isShort: boolean
  onHide: () => void
}
type Step = { label: string; hint: string; isDone: boolean; href: string; action: string }

/** The four steps, with a button for the next one. */
export function StepsPanel({ projectId, checklist, isShort, onHide }: Props) {
  const steps = stepsOf(projectId, checklist)
  const next = steps.find(({ isDone }) => !isDone)
  const done = steps.filter(({ isDone }) => isDone).length
  const shown = next ?? steps.at(-1)
  const title = (
    <>
      <h2 id="first-steps" className="font-semibold">
        {next ? 'Publish your first post' : 'Your first story is live'}
      </h2>
      <p role="status" className="text-sm text-ink-soft">
        {next ? `${done} of ${steps.length} done` : 'All steps done.'}
      </p>
    </>
  )
  const hide = (
    <IconButton label="Hide checklist" onClick={onHide}>
      <X aria-hidden size={16} />
    </IconButton>
  )
  if (isShort)
    return (
      <section aria-labelledby="first-steps" className="panel mb-4 flex items-center gap-2 py-1 pr-1 pl-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          {title}
          {shown && (
            <ButtonLink isSmall tone={next ? 'primary' : 'secondary'} href={shown.href}>
              {shown.action}
            </ButtonLink>
          )}
        </div>
        {hide}
      </section>
    )
  return (
    <section aria-labelledby="first-steps" className="panel mb-5 flex flex-col gap-3 p-4">
      <header className="flex items-start justify-between gap-3">
        <div>{title}</div>
        {hide}
      </header>
      <ol className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map((step, index) => (
          <StepItem key={step.label} {...step} number={index + 1} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function StepItem({ label, hint, isDone, href, action, number, isNext }: Step & { number: number; isNext: boolean }) {
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex items-start gap-2.5">
      <span
        className={classes(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-medium',
          isDone ? 'bg-good-wash text-good' : isNext ? 'bg-accent-fill text-on-accent' : 'bg-quiet-wash text-quiet',
        )}
      >
        {isDone ? <Check aria-hidden size={15} /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-1.5">
        <p className={classes('font-medium', isDone && 'text-ink-soft')}>
          {label}
          {isDone && <span className="sr-only">, done</span>}
        </p>
        {!isDone && <p className="text-sm text-ink-soft">{hint}</p>}
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
      hint: 'Choose where to publish.',
      isDone: is_connected,
      href: `/${projectId}/connections`,
      action: 'Connect',
    },
    {
      label: 'Create a story',
      hint: 'Write once for all channels and customize where you want.',
      isDone: has_story,
      href: `/${projectId}/compose`,
      action: 'New story',
    },
    {
      label: 'Schedule it',
      hint: 'Pick a time or publish now.',
      isDone: has_scheduled,
      href: `/${projectId}/stories?status=draft`,
      action: 'Open drafts',
    },
    {
      label: 'See it live',
      hint: 'Once published, its page links to the post.',
      isDone: live_story_id !== null,
      href: live_story_id ? `/${projectId}/stories/${live_story_id}` : `/${projectId}/queue`,
      action: live_story_id ? 'View story' : 'Open queue',
    },
  ]
}
