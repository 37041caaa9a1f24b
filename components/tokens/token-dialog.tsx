'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
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
  onClose: () => void
}

/** Creates a token. */
export function TokenDialog({ projects, currentId, onCreated, onClose }: Props) {
  const [name, setName] = useState('')
  const [projectId, setProjectId] = useState(currentId ?? '')
  const [days, setDays] = useState('90')
  const [chosen, setChosen] = useState<Scope[]>([...scopes])
  const [isUnscoped, setIsUnscoped] = useState(false)
  const { mutate, isPending, error } = useCreateToken(onCreated)
  return (
    <Dialog isWide title="New token" onClose={onClose}>
      <DialogForm
        submitLabel="Create token"
        isBusy={isPending}
        error={error}
        errorTitle="Token not created"
        fields={['name', 'project_id', 'expires_at']}
        onSubmit={() => {
          setIsUnscoped(chosen.length === 0)
          if (chosen.length > 0) mutate({ name, projectId, days, scopes: chosen })
        }}
        onClose={onClose}
      >
        <p className="text-ink-soft">
          A token never has more access than you have. It stops working when you leave the project.
        </p>
        <TextField
          label="Name"
          hint="Where you use it, such as “Website import”."
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ProjectChoice projects={projects} value={projectId} onChange={setProjectId} error={error} />
          <LifetimeChoice value={days} onChange={setDays} error={error} />
        </div>
        <ScopePicker
          chosen={chosen}
          onChange={setChosen}
          error={isUnscoped && chosen.length === 0 ? 'Choose at least one permission.' : null}
        />
      </DialogForm>
    </Dialog>
  )
}

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
