'use client'

import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Role } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import type { MemberAct } from './member-row'
import { roleName } from './role-names'

export type Asked = { member: Member } & ({ act: MemberAct } | { act: 'role'; role: Role })

type Props = { asked: Asked; onConfirm: () => Promise<unknown>; onClose: () => void }

/** Asks before what the person could not undo by themselves. */
export function MemberDialog({ asked, onConfirm, onClose }: Props) {
  const { title, confirmLabel, text } = wordsOf(asked)
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      cancelLabel="Cancel"
      isDanger={asked.act === 'remove' || asked.act === 'leave'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {text.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmDialog>
  )
}

function wordsOf(asked: Asked): { title: string; confirmLabel: string; text: string[] } {
  const { name } = asked.member
  switch (asked.act) {
    case 'remove':
      return {
        title: `Take ${name} out of the project?`,
        confirmLabel: 'Take out',
        text: [
          'They see nothing of it from now on. Their tokens of this project are revoked, and links that they sent to others stop working.',
          'What they wrote stays, and what is scheduled goes out.',
        ],
      }
    case 'leave':
      return {
        title: 'Leave the project?',
        confirmLabel: 'Leave',
        text: [
          'You see nothing of it from now on, and your tokens of this project are revoked. Only an admin or owner can take you in again.',
        ],
      }
    case 'transfer':
      return {
        title: `Hand the project over to ${name}?`,
        confirmLabel: 'Hand over',
        text: [`${name} becomes owner, and you become admin. Only an owner can make you one again.`],
      }
    case 'role':
      return {
        title: asked.member.is_you
          ? `Become ${roleName[asked.role].toLowerCase()} yourself?`
          : `Make ${name} an owner?`,
        confirmLabel: asked.member.is_you ? 'Change my role' : 'Make owner',
        text: [
          asked.member.is_you
            ? 'You give up rights that you cannot give back to yourself.'
            : 'An owner may do everything: change your role, take you out, delete the project.',
        ],
      }
  }
}

/** What is confirmed first: giving away what cannot be taken back. */
export const needsAsking = (member: Member, role: Role): boolean =>
  member.role !== role && (role === 'owner' || member.is_you)
