'use client'

import Link from 'next/link'
import { useState } from 'react'
import { CheckField } from '@/components/ui/field'
import { useIsChanged } from '@/components/unsaved/unsaved-changes'
import type { Member } from '@/lib/members/contract'
import type { Project } from '@/lib/projects/contract'
import { SettingsForm } from './settings-form'
import { useSaveProject } from './use-save-project'

type Props = { project: Project; approvers: Member[] }

export function ApprovalSettings({ project, approvers }: Props) {
  const [isRequired, setIsRequired] = useState(project.require_approval)
  const saving = useSaveProject(project.id)
  const { mutate, isPending, error } = saving
  const isDirty = useIsChanged(isRequired, saving)
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <SettingsForm
        title="Approval"
        action="change this setting"
        onSave={() => mutate({ require_approval: isRequired })}
        isPending={isPending}
        isDirty={isDirty}
        error={error}
      >
        <CheckField
          label="New posts need approval"
          hint="An owner or admin must approve a post before it is published. Posts that are not approved in time stay in the queue."
          checked={isRequired}
          onChange={(event) => setIsRequired(event.target.checked)}
        />
        <p className="text-sm text-ink-soft">
          Posts that are already approved stay approved. If you turn this off, posts that wait for approval still need
          it.
        </p>
      </SettingsForm>
      <section aria-labelledby="approvers" className="panel flex flex-col gap-3 p-5">
        <h2 id="approvers" className="text-lg font-semibold">
          Approvers
        </h2>
        <ul className="flex flex-col gap-1.5">
          {approvers.map(({ user_id, name, role, is_you }) => (
            <li key={user_id} className="wrap-anywhere">
              {name}
              {is_you && ' (you)'} <span className="text-ink-soft">{role}</span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-ink-soft">
          Owners and admins can approve all posts, including their own.{' '}
          <Link href={`/${project.id}/settings/members`} className="font-medium text-accent underline">
            Manage members
          </Link>
        </p>
      </section>
    </div>
  )
}
