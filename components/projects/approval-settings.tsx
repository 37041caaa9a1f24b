'use client'

import Link from 'next/link'
import { useState } from 'react'
import { CheckField } from '@/components/ui/field'
import type { Member } from '@/lib/members/contract'
import type { Project } from '@/lib/projects/contract'
import { SettingsForm } from './settings-form'
import { useSaveProject } from './use-save-project'

type Props = { project: Project; approvers: Member[] }

export function ApprovalSettings({ project, approvers }: Props) {
  const [isNeeded, setIsNeeded] = useState(project.require_approval)
  const { mutate, isPending, error } = useSaveProject(project.id)
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <SettingsForm
        legend="Approval"
        deed="change this"
        onSave={() => mutate({ require_approval: isNeeded })}
        isPending={isPending}
        error={error}
      >
        <CheckField
          label="Posts wait for an approval"
          hint="What is scheduled from then on stands in the queue until an owner or admin approves it. A post that nobody approved in time does not go out by itself: it waits, and the queue says so."
          checked={isNeeded}
          onChange={(event) => setIsNeeded(event.target.checked)}
        />
        <p className="text-sm text-ink-soft">
          What is approved already stays approved, and what waits when this is switched off goes on waiting for its
          answer.
        </p>
      </SettingsForm>
      <section aria-labelledby="approvers" className="panel flex flex-col gap-3 p-5">
        <h2 id="approvers" className="text-lg font-semibold">
          Who may approve
        </h2>
        <ul className="flex flex-col gap-1.5">
          {approvers.map(({ user_id, name, role, is_you }) => (
            <li key={user_id} className="wrap-anywhere">
              {name}
              {is_you && ' (you)'} <span className="text-ink-soft">is {role}</span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">
          Owners and admins do, their own posts too.{' '}
          <Link href={`/${project.id}/settings/members`} className="font-medium text-accent underline">
            Change the members
          </Link>
        </p>
      </section>
    </div>
  )
}
