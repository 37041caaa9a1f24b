'use client'

import { CircleAlert, Ellipsis, RefreshCw, SquarePen, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { Time } from '@/components/time/zone'
import { Menu } from '@/components/ui/menu'
import type { Connector } from '@/lib/connectors/contract'
import { ConnectorBadge, kindNames, shortUrl } from './connector-health'

type Props = {
  connector: Connector
  mayWrite: boolean
  isChecking: boolean
  onCheck: () => void
  onDelete: () => void
}

/** A connector: its source, health and last check. */
export function ConnectorRow({ connector, mayWrite, isChecking, onCheck, onDelete }: Props) {
  const { id, project_id, name, kind, url, status, last_error, last_checked_at, last_item_at } = connector
  const path = `/${project_id}/connectors/${id}`
  return (
    <li className="relative grid min-h-14 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 px-4 py-2 text-sm first:rounded-t-xl last:rounded-b-xl hover:bg-hover xl:grid-cols-[minmax(0,1fr)_6rem_12rem_12rem_auto]">
      <div className="min-w-0 max-xl:col-start-1">
        <h2 className="truncate text-base font-medium">
          <Link href={path} className="after:absolute after:inset-0">
            {name}
          </Link>
        </h2>
        <p className="truncate text-ink-soft">
          {kindNames[kind]} · {shortUrl(url)}
        </p>
        {last_error && (
          <p className="flex items-start gap-1.5 pt-0.5 text-warn">
            <CircleAlert aria-hidden size={14} className="mt-0.5 shrink-0" />
            <span className="line-clamp-2 min-w-0 wrap-anywhere">{last_error}</span>
          </p>
        )}
      </div>
      <div className="max-xl:col-start-1">
        <ConnectorBadge status={status} />
      </div>
      <p className="min-w-0 truncate text-ink-soft tabular-nums max-xl:col-start-1">
        {isChecking ? (
          'Checking…'
        ) : last_checked_at ? (
          <>
            Checked <Time at={last_checked_at} style="compact" />
          </>
        ) : (
          'Not checked yet'
        )}
      </p>
      <p className="min-w-0 truncate text-ink-soft tabular-nums max-xl:col-start-1">
        {last_item_at ? (
          <>
            New item <Time at={last_item_at} style="compact" />
          </>
        ) : (
          'No new items yet'
        )}
      </p>
      <div className="relative z-10 max-xl:col-start-2 max-xl:row-span-4 max-xl:row-start-1">
        {mayWrite && (
          <Menu
            label={`Actions for “${name}”`}
            trigger={<Ellipsis aria-hidden size={16} />}
            triggerClassName="flex control-size items-center justify-center rounded-lg text-ink-soft hover:bg-hover hover:text-ink"
            items={[
              { label: 'Check now', icon: <RefreshCw aria-hidden size={16} />, onSelect: onCheck },
              { label: 'Edit', icon: <SquarePen aria-hidden size={16} />, href: path },
              { label: 'Delete', icon: <Trash2 aria-hidden size={16} />, isDanger: true, onSelect: onDelete },
            ]}
          />
        )}
      </div>
    </li>
  )
}
