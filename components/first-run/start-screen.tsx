'use client'

import { Check } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useConnections } from '@/components/connections/use-connections'
import { classes } from '@/components/ui/classes'
import type { SocialConnection } from '@/lib/connections/contract'
import { ConnectStep } from './connect-step'
import { FinishStep } from './finish-step'
import { SampleStep } from './sample-step'
import { SandboxStep } from './sandbox-step'
import { doneText, type SetUp } from './set-up'
import { isStartKind, type StartKind, startChoices, startKinds } from './start-choices'

type Props = {
  projectId: string
  projectName: string
  /** The page that shows posts of sandbox accounts. Null without a sandbox. */
  sandboxUrl: string | null
  hasSampleData: boolean
  connections: SocialConnection[]
  /** From the URL, so that a reload and the way back from a network keep the place. */
  initial: { step: Step; kind: StartKind | null }
}

export type Step = 1 | 2 | 3

/** The step that a URL names, after the browser’s Back and Forward. */
function placeIn(query: URLSearchParams): { step: Step; kind: StartKind | null } {
  const [kind, step] = [query.get('with'), query.get('step')]
  return isStartKind(kind) ? { step: step === '3' ? 3 : step === '2' ? 2 : 1, kind } : { step: 1, kind: null }
}

const stepNames = ['Choose', 'Set up', 'First post'] as const

/** Three steps from an empty project to the first post. */
export function StartScreen({ projectId, projectName, sandboxUrl, hasSampleData, connections, initial }: Props) {
  const [{ step, kind }, setPlace] = useState(initial)
  const go = (place: { step: Step; kind: StartKind | null }): void => {
    setPlace(place)
    const query = place.kind ? `?step=${place.step}&with=${place.kind}` : ''
    window.history.pushState(null, '', `/${projectId}/start${query}`)
  }
  useEffect(() => {
    const follow = (): void => setPlace(placeIn(new URLSearchParams(window.location.search)))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const setUp = { connections: useConnections(projectId, connections), hasSampleData }
  const common = { projectId, onBack: () => go({ step: 1, kind: null }), onDone: () => go({ step: 3, kind }) }
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 py-4 sm:py-8">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">Set up {projectName}</h1>
        <Link href={`/${projectId}/calendar`} className="flex min-h-8 items-center text-sm text-ink-soft underline">
          Skip setup
        </Link>
        <Progress step={step} />
      </header>
      {step === 1 && (
        <ChooseStep
          offersSandbox={sandboxUrl !== null}
          setUp={setUp}
          onChoose={(chosen) => go({ step: 2, kind: chosen })}
        />
      )}
      {step === 2 && kind === 'real' && <ConnectStep {...common} connections={connections} />}
      {step === 2 && kind === 'sandbox' && <SandboxStep {...common} {...{ connections, sandboxUrl }} />}
      {step === 2 && kind === 'sample' && <SampleStep {...common} wasAdded={hasSampleData} />}
      {step === 3 && <FinishStep {...{ projectId, kind, setUp, sandboxUrl }} onBack={() => go({ step: 2, kind })} />}
    </div>
  )
}

function Progress({ step }: { step: Step }) {
  return (
    <ol aria-label="Steps" className="flex basis-full items-center gap-2 text-sm">
      {stepNames.map((name, index) => {
        const isDone = index + 1 < step
        const isCurrent = index + 1 === step
        return (
          <li
            key={name}
            aria-current={isCurrent ? 'step' : undefined}
            className={classes('flex flex-1 flex-col gap-1.5', isCurrent ? 'font-medium' : 'text-ink-soft')}
          >
            <span
              aria-hidden
              className={classes('h-1 rounded-full', isDone || isCurrent ? 'bg-accent-fill' : 'bg-line')}
            />
            <span className="flex items-center gap-1">
              {isDone && <Check aria-hidden size={14} />}
              {index + 1}. {name}
              {isDone && <span className="sr-only">, done</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

type ChooseProps = { offersSandbox: boolean; setUp: SetUp; onChoose: (kind: StartKind) => void }

function ChooseStep({ offersSandbox, setUp, onChoose }: ChooseProps) {
  const offered = startKinds.filter((kind) => kind !== 'sandbox' || offersSandbox)
  return (
    <section aria-labelledby="choose" className="flex flex-col gap-4">
      <h2 id="choose" className="text-lg font-semibold">
        How do you want to start?
      </h2>
      <ul className={classes('grid gap-3', offered.length === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2')}>
        {offered.map((kind) => {
          const { title, text, Icon } = startChoices[kind]
          const done = doneText(kind, setUp)
          return (
            <li key={kind} className="flex">
              <button
                type="button"
                onClick={() => onChoose(kind)}
                className="panel flex w-full flex-col items-start gap-2 p-4 text-left hover:border-accent"
              >
                <span className="flex size-9 items-center justify-center rounded-lg bg-accent-wash text-accent">
                  <Icon aria-hidden size={18} />
                </span>
                <span className="font-semibold">{title}</span>
                <span className="text-sm text-ink-soft">{text}</span>
                {done && (
                  <span className="mt-auto flex items-center gap-1.5 pt-1 text-sm font-medium text-good">
                    <Check aria-hidden size={16} className="shrink-0" />
                    {done}
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="text-sm text-ink-soft">You can use the others at any time.</p>
    </section>
  )
}
