'use client'

import { Avatar } from '@/components/account/avatar'
import { useRole } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { type MenuItem, MoreMenu } from '@/components/ui/menu'
import { Select } from '@/components/ui/select'
import { type Role, roles } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import { canGrantRole, canManageMember } from '@/lib/members/rules'
import { roleName } from './role-names'

export type MemberAct = 'remove' | 'leave' | 'transfer'

type Props = {
  member: Member
  isBusy: boolean
  onRole: (role: Role) => void
  onAct: (act: MemberAct) => void
}

export function MemberRow({ member, isBusy, onRole, onAct }: Props) {
  const { name, email, role, is_you: isYou } = member
  const own = useRole()
  const items = actionsFor(member, own).map(
    ([act, label]): MenuItem => ({ label, isDanger: act !== 'transfer', onSelect: () => onAct(act) }),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <Avatar name={name} photoUrl={member.photo_url} className="size-9" />
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="font-semibold wrap-anywhere">
          {name}
          {isYou && <span className="font-normal text-ink-soft"> (you)</span>}
        </h3>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {email} · Joined <Time at={member.joined_at} style="date" />
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {canManageMember(own, role) ? (
          <Select
            aria-label={`Role of ${name}`}
            aria-busy={isBusy || undefined}
            className="w-auto"
            value={role}
            onChange={(value) => onRole(value)}
            options={[
              ...roles
                .filter((offered) => offered === role || canGrantRole(own, offered))
                .map((offered) => ({ value: offered, label: roleName[offered] })),
            ]}
          />
        ) : (
          <span className="px-2">{roleName[role]}</span>
        )}
        {items.length > 0 ? <MoreMenu label={`More about ${name}`} items={items} /> : <span className="control-size" />}
      </div>
    </li>
  )
}

function actionsFor({ role, is_you: isYou, name }: Member, own: Role): [MemberAct, string][] {
  const actions: [MemberAct, string][] = []
  if (own === 'owner' && !isYou && role !== 'owner') actions.push(['transfer', `Transfer project to ${name}`])
  if (isYou) actions.push(['leave', 'Leave project'])
  else if (canManageMember(own, role)) actions.push(['remove', `Remove ${name}`])
  return actions
}
