'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { SelectField, TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { createToken } from '@/lib/api/operations.generated'
import { type Scope, scopes } from '@/lib/auth/scopes'
import { ScopePicker } from './scope-picker'
import { tokensKey } from './token-list'

const dayMs = 86_400_000
const lifetimes = [
  { days: '', label: 'Never' },
  { days: '7', label: 'In 7 days' },
  { days: '30', label: 'In 30 days' },
  { days: '90', label: 'In 90 days' },
  { days: '365', label: 'In a year' },
]

type Props = {
  projects: { id: string; name: string }[]
  currentId: string | null
  onMade: (answer: AnswerTo<typeof createToken>) => void
  onCancel: () => void
}

export function TokenForm({ projects, currentId, onMade, onCancel }: Props) {
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState(currentId ?? '')
  const [days, setDays] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const [isUnscoped, setIsUnscoped] = useState(false)
  const { mutate, isPending, error } = useMakeToken(onMade)
  return (
    <form
      aria-label="New token"
      className="panel flex flex-col gap-5 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsUnscoped(chosen.length === 0)
        if (chosen.length > 0) mutate({ name, projectId, days, scopes: chosen })
      }}
    >
      <Head />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Name"
          hint="What will use it, such as “Website import”."
          required
          maxLength={120}
          value={name}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <ProjectChoice projects={projects} value={projectId} onChange={setProjectId} error={error} />
        <LifetimeChoice value={days} onChange={setDays} error={error} />
      </div>
      <ScopePicker
        chosen={chosen}
        onChange={setChosen}
        error={isUnscoped && chosen.length === 0 ? 'Choose at least one thing that it may do.' : null}
      />
      {error && !isShownByFields(error, ['name', 'project_id', 'expires_at']) && (
        <ErrorNote error={error} title="No token was made" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" isBusy={isPending}>
          Make token
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

const Head = () => (
  <div>
    <h2 className="text-lg font-semibold">New token</h2>
    <p className="text-ink-soft">
      Whatever is chosen here, a token never does more than you may do in the project, and ends when you leave it.
    </p>
  </div>
)

type Wanted = { name: string; projectId: string; days: string; scopes: Scope[] }

function useMakeToken(onMade: Props['onMade']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, projectId, days, scopes: chosen }: Wanted) =>
      call(createToken, {
        name,
        project_id: projectId || null,
        scopes: chosen,
        expires_at: days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null,
      }),
    onSuccess: (answer) => {
      void queries.invalidateQueries({ queryKey: tokensKey })
      onMade(answer)
    },
  })
}

type Choice = { value: string; onChange: (value: string) => void; error: Error | null }

const ProjectChoice = ({ projects, value, onChange, error }: Choice & Pick<Props, 'projects'>) => (
  <SelectField
    label="Works in"
    hint="A token for all projects has to name one in its requests."
    value={value}
    onChange={(event) => onChange(event.target.value)}
    error={issueFor(error, 'project_id', 'The project')}
  >
    {projects.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
    <option value="">All projects of mine</option>
  </SelectField>
)

const LifetimeChoice = ({ value, onChange, error }: Choice) => (
  <SelectField
    label="Expires"
    value={value}
    onChange={(event) => onChange(event.target.value)}
    error={issueFor(error, 'expires_at', 'The end')}
  >
    {lifetimes.map(({ days, label }) => (
      <option key={days} value={days}>
        {label}
      </option>
    ))}
  </SelectField>
)
