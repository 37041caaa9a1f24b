'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { type Scope, scopes } from '@/lib/auth/scopes'
import { createToken } from '@/lib/openapi/operations.generated'
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
  onCreated: (created: AnswerTo<typeof createToken>) => void
  onCancel: () => void
}

export function TokenForm({ projects, currentId, onCreated, onCancel }: Props) {
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState(currentId ?? '')
  const [days, setDays] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const [isUnscoped, setIsUnscoped] = useState(false)
  const { mutate, isPending, error } = useCreateToken(onCreated)
  return (
    <Form
      aria-label="New token"
      className="panel flex max-w-3xl flex-col gap-5 p-5"
      onSubmit={() => {
        setIsUnscoped(chosen.length === 0)
        if (chosen.length > 0) mutate({ name, projectId, days, scopes: chosen })
      }}
    >
      <Heading />
      <div className="flex max-w-md flex-col gap-4">
        <TextField
          label="Name"
          hint="Where you use it, such as “Website import”."
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
        error={isUnscoped && chosen.length === 0 ? 'Choose at least one permission.' : null}
      />
      {error && !isShownByFields(error, ['name', 'project_id', 'expires_at']) && (
        <ErrorNote error={error} title="Token not created" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" type="submit" isBusy={isPending}>
          Create token
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}

const Heading = () => (
  <div>
    <h2 className="text-lg font-semibold">New token</h2>
    <p className="text-ink-soft">
      A token never has more access than you have. It stops working when you leave the project.
    </p>
  </div>
)

type NewToken = { name: string; projectId: string; days: string; scopes: Scope[] }

function useCreateToken(onCreated: Props['onCreated']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, projectId, days, scopes: chosen }: NewToken) =>
      call(createToken, {
        name,
        project_id: projectId || null,
        scopes: chosen,
        expires_at: days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : null,
      }),
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: tokensKey })
      onCreated(created)
    },
  })
}

type Choice = { value: string; onChange: (value: string) => void; error: Error | null }

const ProjectChoice = ({ projects, value, onChange, error }: Choice & Pick<Props, 'projects'>) => (
  <SelectField
    label="Project"
    hint="With a token for all projects, each request must name a project."
    value={value}
    onChange={(value) => onChange(value)}
    error={issueFor(error, 'project_id', 'The project')}
    options={[...projects.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: 'All my projects' }]}
  />
)

const LifetimeChoice = ({ value, onChange, error }: Choice) => (
  <SelectField
    label="Expires"
    value={value}
    onChange={(value) => onChange(value)}
    error={issueFor(error, 'expires_at', 'The expiry')}
    options={[...lifetimes.map(({ days, label }) => ({ value: days, label: label }))]}
  />
)
