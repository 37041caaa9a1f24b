'use client'

import { Plus, Rss } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { PageHeader } from '@/components/ui/page-header'
import type { Connector } from '@/lib/connectors/contract'
import { ConnectorRow } from './connector-row'
import { type ConnectorList, useCheckNow, useConnectors } from './use-connectors'

const DeleteDialog = lazyComponent(() => import('./delete-dialog').then((it) => it.DeleteDialog))

type Props = { projectId: string; initial: ConnectorList }

/** The data sources of a project. */
export function ConnectorScreen({ projectId, initial }: Props) {
  const { data, error } = useConnectors(projectId, initial)
  const checkNow = useCheckNow(projectId)
  const mayWrite = useMay('automations:write')
  const [deleted, setDeleted] = useState<Connector | null>(null)
  const { connectors } = data
  const newButton = mayWrite && (
    <ButtonLink tone="primary" href={`/${projectId}/connectors/new`} icon={<Plus aria-hidden size={16} />}>
      New connector
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title="Connectors" action={connectors.length > 0 && newButton} />
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      {error && (
        <div className="mb-4">
          <ErrorNote isReading error={error} title="The list may be out of date" />
        </div>
      )}
      {checkNow.error && (
        <div className="mb-4">
          <ErrorNote error={checkNow.error} title="The connector was not checked" />
        </div>
      )}
      {connectors.length === 0 ? (
        <EmptyState Icon={Rss} title="No connectors yet" action={newButton}>
          Connect your blog, shop or spreadsheet. New entries of an RSS feed, JSON or CSV file can become stories.
        </EmptyState>
      ) : (
        <ul className="panel divide-y divide-line">
          {connectors.map((connector) => (
            <ConnectorRow
              key={connector.id}
              connector={connector}
              mayWrite={mayWrite}
              isChecking={checkNow.isPending && checkNow.variables.id === connector.id}
              onCheck={() => checkNow.mutate(connector)}
              onDelete={() => setDeleted(connector)}
            />
          ))}
        </ul>
      )}
      {deleted && <DeleteDialog connector={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
