'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ButtonLink, IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { call } from '@/lib/api/client'
import { getChecklist } from '@/lib/api/operations.generated'
import type { Checklist } from '@/lib/checklist/contract'
import { hideChecklist } from './hidden'

type Props = { projectId: string; initial: Checklist }
type Step = { label: string; why: string; isDone: boolean; href: string; action: string }

/** Where a person looks around; elsewhere the list would be in the way of the work. */
const shownOn = ['calendar', 'stories', 'queue', 'connections']

/** Leads a newcomer from the first account to the first post. Whoever has come that far never sees it. */
export function FirstSteps({ projectId, initial }: Props) {
  const [isHidden, setIsHidden] = useState(initial.live_story_id !== null)
  const screen = usePathname().split('/')[2] ?? ''
  const checklist = useChecklist(projectId, initial, !isHidden)
  if (isHidden || !shownOn.includes(screen)) return null
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
        <IconButton
          label="Hide the first steps"
          onClick={() => {
            hideChecklist(projectId)
            setIsHidden(true)
          }}
        >
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

const watchedEveryMs = 10_000

/** Looks again whenever the person comes to another screen, and in between, as posts go out by themselves. */
function useChecklist(projectId: string, initial: Checklist, isWatched: boolean): Checklist {
  const queries = useQueryClient()
  const pathname = usePathname()
  const { data } = useQuery({
    queryKey: ['checklist', projectId],
    queryFn: ({ signal }) => call(getChecklist, { id: projectId }, { signal }),
    initialData: initial,
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.live_story_id ? false : watchedEveryMs),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the occasion.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['checklist', projectId] })
  }, [pathname, projectId, queries])
  return data
}
