'use client'

import { CircleAlert, SquarePen, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { ChannelStack } from '@/components/channels/channel-avatar'
import { Time, useZone } from '@/components/time/zone'
import { PlainSwitch } from '@/components/ui/choices/switch'
import { MoreMenu } from '@/components/ui/menu'
import { cadenceText } from '@/lib/recurring/cadence-text'
import type { RecurringTemplate } from '@/lib/recurring/contract'
import { cadenceOf, draftOf } from './recurring-draft'
import { variableProblems } from './variable-problems'

type Props = {
  template: RecurringTemplate
  mayWrite: boolean
  isActive: boolean
  onActive: (active: boolean) => void
  onDelete: () => void
}

/** What is wrong with the next post, or else with the last one. */
const problemOf = (template: RecurringTemplate): string | null =>
  (template.next_run_at && (template.next_error ?? variableProblems(draftOf(template))[0])) || template.last_error

/** A recurring post: its cadence in words, next slot, channels and switch. */
export function RecurringRow({ template, mayWrite, isActive, onActive, onDelete }: Props) {
  const { id, project_id, name, story, timezone, next_run_at } = template
  const problem = problemOf(template)
  const { locale } = useZone()
  const path = `/${project_id}/recurring/${id}`
  return (
    <li className="relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-2 text-sm first:rounded-t-xl last:rounded-b-xl hover:bg-hover lg:grid-cols-[minmax(0,1fr)_11rem_8rem_auto]">
      <div className="min-w-0 max-lg:col-start-1">
        <h2 className="truncate text-base font-medium">
          <Link href={path} className="after:absolute after:inset-0">
            {name}
          </Link>
        </h2>
        <p className="text-ink-soft lg:truncate">{cadenceText(cadenceOf(draftOf(template)), timezone, locale)}</p>
        {problem && (
          <p className="flex items-start gap-1.5 pt-0.5 text-warn">
            <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            <span className="line-clamp-2 min-w-0 wrap-anywhere">{problem}</span>
          </p>
        )}
      </div>
      <p className="min-w-0 truncate text-ink-soft tabular-nums max-lg:col-start-1">
        {next_run_at ? (
          <>
            <span className="lg:hidden">Next: </span>
            <Time at={next_run_at} className="lg:block lg:text-ink" />
            <span className="max-lg:hidden">Next post</span>
          </>
        ) : isActive ? (
          'Ended'
        ) : (
          'Off'
        )}
      </p>
      <div className="max-lg:col-start-1">
        <ChannelStack channels={story.channels} />
      </div>
      <div className="relative z-10 flex items-center gap-3 max-lg:col-start-2 max-lg:row-span-3 max-lg:row-start-1">
        <PlainSwitch label={`“${name}” is on`} isOn={isActive} isDisabled={!mayWrite} onChange={onActive} />
        {mayWrite && (
          <MoreMenu
            label={`Actions for “${name}”`}
            items={[
              { label: 'Edit', icon: <SquarePen aria-hidden size={16} />, href: path },
              { label: 'Delete', icon: <Trash2 aria-hidden size={16} />, isDanger: true, onSelect: onDelete },
            ]}
          />
        )}
      </div>
    </li>
  )
}
