'use client'

import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import type { Role } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import type { MemberAct } from './member-row'
import { roleName } from './role-names'

export type MemberChange = { member: Member } & ({ act: MemberAct } | { act: 'role'; role: Role })

type Props = { change: MemberChange; onConfirm: () => Promise<unknown>; onClose: () => void }

/** Confirms changes that users cannot undo themselves. */
export function MemberDialog({ change, onConfirm, onClose }: Props) {
  const { title, confirmLabel, text } = textOf(change)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel="Cancel"
      isDanger={change.act === 'remove' || change.act === 'leave'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {text.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  )
}

function textOf(change: MemberChange): { title: string; confirmLabel: string; text: string[] } {
  const { name } = change.member
  switch (change.act) {
    case 'remove':
      return {
        title: `Remove ${name} from the project?`,
        confirmLabel: 'Remove',
        text: [
          'They lose access. Their tokens for this project and their pending invitations are revoked.',
          'Their stories stay, and scheduled posts are still published.',
        ],
      }
    case 'leave':
      return {
        title: 'Leave the project?',
        confirmLabel: 'Leave',
        text: [
          'You lose access, and your tokens for this project are revoked. Only an admin or owner can invite you again.',
        ],
      }
    case 'transfer':
      return {
        title: `Transfer the project to ${name}?`,
        confirmLabel: 'Transfer',
        text: [`${name} becomes owner and you become admin. Only an owner can make you owner again.`],
      }
    case 'role':
      return {
        title: change.member.is_you
          ? `Change your role to ${roleName[change.role].toLowerCase()}?`
          : `Make ${name} an owner?`,
        confirmLabel: change.member.is_you ? 'Change my role' : 'Make owner',
        text: [
          change.member.is_you
            ? 'You lose permissions and cannot restore them yourself.'
            : 'An owner can do everything, including changing your role, removing you and deleting the project.',
        ],
      }
  }
}

/** Whether a role change needs confirmation: new owners and changes of the own role. */
export const needsConfirmation = (member: Member, role: Role): boolean =>
  member.role !== role && (role === 'owner' || member.is_you)
