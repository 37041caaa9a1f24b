'use client'

import { Check, Minus, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useRequest } from '@/components/account/use-request'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import { type Role, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { authorizeApp } from '@/lib/openapi/operations.generated'
import { scopeWords, sortedScopes } from './scope-words'

export type AskingApp = {
  name: string
  /** The site that describes the app. Null: it only has a name. */
  host: string | null
  /** The host or scheme that gets the answer. Null: a program on this device. */
  place: string | null
  /** Registered by this user. */
  isOwn: boolean
}

export type ConsentProject = { id: string; name: string; role: Role }

type Props = {
  app: AskingApp
  scopes: readonly Scope[]
  projects: readonly ConsentProject[]
  currentId: string | null
  /** The query of this page. */
  request: string
}

/** The user's answer. The browser goes to the app by script: the policy for forms allows this site only. */
export function ConsentForm({ app, scopes, projects, currentId, request }: Props) {
  const [projectId, setProjectId] = useState(currentId ?? '')
  const [isAnswered, setIsAnswered] = useState(false)
  const { run, error, isBusy } = useRequest()
  const role = projects.find(({ id }) => id === projectId)?.role ?? null
  const isAllowed = (scope: Scope): boolean => role === null || scopesOfRole[role].has(scope)
  const answer = (decision: 'allow' | 'deny'): Promise<void> =>
    run(async () => {
      const { redirect_to } = await call(authorizeApp, { request, decision, project_id: projectId || null })
      window.location.assign(redirect_to)
      setIsAnswered(true)
      // A page replaces this one. A program may not.
      return redirect_to.startsWith('https:') ? 'leaving' : undefined
    })
  if (isAnswered && !isBusy) {
    return (
      <Notice tone="good" role="status" title="Back to the app">
        <p>{app.name} has your answer. You can close this page.</p>
      </Notice>
    )
  }
  return (
    <>
      <SelectField
        label="Access to"
        value={projectId}
        onChange={setProjectId}
        options={[
          ...projects.map(({ id, name, role }) => ({ value: id, label: name, hint: role })),
          { value: '', label: 'All my projects' },
        ]}
      />
      <ScopeList scopes={scopes} isAllowed={isAllowed} role={role} />
      <Origin app={app} />
      {Boolean(error) && <ErrorNote error={error} title="Access not allowed" />}
      <div className="grid grid-cols-2 gap-2">
        <Button isBusy={isBusy} onClick={() => void answer('deny')}>
          Cancel
        </Button>
        <Button tone="primary" isBusy={isBusy} disabled={!scopes.some(isAllowed)} onClick={() => void answer('allow')}>
          Allow access
        </Button>
      </div>
    </>
  )
}

type ScopeListProps = { scopes: readonly Scope[]; isAllowed: (scope: Scope) => boolean; role: Role | null }

function ScopeList({ scopes, isAllowed, role }: ScopeListProps) {
  const sorted = sortedScopes(scopes)
  const beyond = sorted.filter((scope) => !isAllowed(scope))
  return (
    <section aria-labelledby="scopes" className="flex flex-col gap-2">
      <h2 id="scopes" className="font-medium">
        It will be able to
      </h2>
      <ul className="flex flex-col gap-1.5">
        {sorted.filter(isAllowed).map((scope) => (
          <li key={scope} className="flex items-start gap-2.5">
            <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
            {scopeWords[scope]}
          </li>
        ))}
        {beyond.map((scope) => (
          <li key={scope} className="flex items-start gap-2.5 text-ink-soft">
            <Minus aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span>
              <span className="sr-only">Not allowed: </span>
              <s>{scopeWords[scope]}</s>
            </span>
          </li>
        ))}
      </ul>
      {beyond.length > 0 && (
        <p className="text-sm text-ink-soft">
          {beyond.length === sorted.length ? 'Your role' : 'The rest is left out: your role'} in this project is {role}.
        </p>
      )}
    </section>
  )
}

function Origin({ app: { name, host, place, isOwn } }: { app: AskingApp }) {
  return (
    <div className="flex items-start gap-2.5 rounded-lg bg-sunken p-3 text-sm text-ink-soft">
      <ShieldQuestion aria-hidden size={16} className="mt-0.5 shrink-0" />
      <p className="wrap-anywhere">
        {isOwn
          ? 'You registered this app. '
          : `Storycast has not verified this app. ${host ? `It is described by ${host}. ` : `It calls itself ${name}. `}`}
        {place === null ? (
          'You will be sent to a program on this device.'
        ) : (
          <>
            You will be sent to <strong className="font-medium text-ink">{place}</strong>.
          </>
        )}{' '}
        You can revoke the access at any time in the settings, under Connected apps.
      </p>
    </div>
  )
}
