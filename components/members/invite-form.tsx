'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { SelectField, TextField } from '@/components/ui/field'
import { call } from '@/lib/api/client'
import { invite } from '@/lib/api/operations.generated'
import { type InvitedRole, invitedRoles } from '@/lib/invitations/roles'
import { roleWords } from '@/lib/members/role-table'
import type { MadeLink } from './link-once'
import { roleName } from './role-names'
import { invitationsKey } from './use-members'

export function InviteForm({ projectId, onMade }: { projectId: string; onMade: (made: MadeLink) => void }) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [role, setRole] = useState<InvitedRole>('editor')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (email: string) => call(invite, { id: projectId, email, role }),
    onSuccess: (made) => {
      form.current?.reset()
      onMade(made)
      return queries.invalidateQueries({ queryKey: invitationsKey(projectId) })
    },
  })
  return (
    <form
      ref={form}
      className="panel flex flex-col gap-4 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(String(new FormData(event.currentTarget).get('email')))
      }}
    >
      <div>
        <h2 className="text-lg font-semibold">Invite somebody</h2>
        <p className="text-ink-soft">
          They get an email with a link. Without a mail server you get the link to send yourself.
        </p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint="The link opens for the account with this e-mail alone."
          error={issueFor(error, 'email', 'The e-mail')}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(event) => setRole(event.target.value as InvitedRole)}
          hint={`${roleName[role]}: ${roleWords[role]}.`}
        >
          {invitedRoles.map((offered) => (
            <option key={offered} value={offered}>
              {roleName[offered]}
            </option>
          ))}
        </SelectField>
      </div>
      {error && !isShownByFields(error, ['email']) && <ErrorNote error={error} title="No link was made" />}
      <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
        Invite
      </Button>
    </form>
  )
}
