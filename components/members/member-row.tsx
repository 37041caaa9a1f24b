'use client'

import { Ellipsis } from 'lucide-react'
import { Avatar } from '@/components/account/avatar'
import { useRole } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Menu, type MenuItem } from '@/components/ui/menu'
import { type Role, roles } from '@/lib/auth/roles'
import type { Member } from '@/lib/members/contract'
import { mayGive, mayTouch } from '@/lib/members/rules'
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
  const items = actsOn(member, own).map(
    ([act, label]): MenuItem => ({ label, isDanger: act !== 'transfer', onSelect: () => onAct(act) }),
  )
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Avatar name={name} photoUrl={member.photo_url} className="size-9" />
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="font-semibold wrap-anywhere">
          {name}
          {isYou && <span className="font-normal text-ink-soft"> (you)</span>}
        </h3>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {email}, since <Time at={member.joined_at} style="date" />
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {mayTouch(own, role) ? (
          <select
            aria-label={`Role of ${name}`}
            aria-busy={isBusy || undefined}
            className="control w-auto"
            value={role}
            onChange={(event) => onRole(event.target.value as Role)}
          >
            {roles
              .filter((offered) => offered === role || mayGive(own, offered))
              .map((offered) => (
                <option key={offered} value={offered}>
                  {roleName[offered]}
                </option>
              ))}
          </select>
        ) : (
          <span className="px-2">{roleName[role]}</span>
        )}
        {items.length > 0 ? (
          <Menu
            label={`More about ${name}`}
            trigger={<Ellipsis size={18} />}
            triggerClassName="inline-flex size-9 items-center justify-center rounded-lg text-ink-soft hover:bg-quiet-wash hover:text-ink"
            items={items}
          />
        ) : (
          <span className="size-9" />
        )}
      </div>
    </li>
  )
}

function actsOn({ role, is_you: isYou, name }: Member, own: Role): [MemberAct, string][] {
  const acts: [MemberAct, string][] = []
  if (own === 'owner' && !isYou && role !== 'owner') acts.push(['transfer', `Hand the project over to ${name}`])
  if (isYou) acts.push(['leave', 'Leave the project'])
  else if (mayTouch(own, role)) acts.push(['remove', `Take ${name} out`])
  return acts
}
