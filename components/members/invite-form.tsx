'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields, issueFor } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { SelectField } from '@/components/ui/select'
import { call } from '@/lib/api/client'
import { type InvitedRole, invitedRoles } from '@/lib/invitations/roles'
import { roleDescriptions } from '@/lib/members/role-table'
import { invite } from '@/lib/openapi/operations.generated'
import type { InvitationLink } from './new-invitation-link'
import { roleName } from './role-names'
import { invitationsKey } from './use-members'

export function InviteForm({ projectId, onCreated }: { projectId: string; onCreated: (link: InvitationLink) => void }) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [role, setRole] = useState<InvitedRole>('editor')
  const { mutate, isPending, error } = useMutation({
    mutationFn: (email: string) => call(invite, { id: projectId, email, role }),
    onSuccess: (link) => {
      form.current?.reset()
      onCreated(link)
      return queries.invalidateQueries({ queryKey: invitationsKey(projectId) })
    },
  })
  return (
    <Form
      ref={form}
      className="panel flex flex-col gap-4 p-5"
      onSubmit={(fields) => mutate(String(fields.get('email')))}
    >
      <div>
        <h2 className="text-lg font-semibold">Invite a member</h2>
        <p className="text-ink-soft">
          They get the link by email if a mail server is set up. You can also send it yourself.
        </p>
      </div>
      <div className="flex flex-col gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint="The link works only for the account with this email."
          error={issueFor(error, 'email', 'The email')}
        />
        <SelectField
          label="Role"
          value={role}
          onChange={(value) => setRole(value)}
          hint={`${roleName[role]}: ${roleDescriptions[role]}.`}
          options={[...invitedRoles.map((offered) => ({ value: offered, label: roleName[offered] }))]}
        />
      </div>
      {error && !isShownByFields(error, ['email']) && <ErrorNote error={error} title="Invitation not created" />}
      <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
        Invite
      </Button>
    </Form>
  )
}
