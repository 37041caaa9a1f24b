'use client'

import { RefreshCw, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { Connector } from '@/lib/connectors/contract'
import { editConnector } from '@/lib/openapi/operations.generated'
import { ConnectorBuilder } from './connector-builder'
import { ConnectorBadge } from './connector-health'
import { ItemCard } from './item-card'
import { FieldNames } from './source-preview'
import { type ItemList, useCheckNow, useConnectorItems } from './use-connectors'

const DeleteDialog = lazyComponent(() => import('./delete-dialog').then((it) => it.DeleteDialog))

type Props = { connector: Connector; initialItems: ItemList }

/** A connector: its health, settings and newest items. */
export function ConnectorDetail({ connector, initialItems }: Props) {
  const router = useRouter()
  const mayWrite = useMay('automations:write')
  const [isDeleting, setIsDeleting] = useState(false)
  const checkNow = useCheckNow(connector.project_id)
  const shown = checkNow.data?.connector ?? connector
  const list = `/${connector.project_id}/connectors`
  return (
    <>
      <PageHeader
        title={connector.name}
        back={{ href: list, label: 'Connectors' }}
        action={
          mayWrite && (
            <div className="flex gap-2">
              <Button
                icon={<RefreshCw aria-hidden size={16} />}
                isBusy={checkNow.isPending}
                onClick={() => checkNow.mutate(connector, { onSuccess: () => router.refresh() })}
              >
                Check now
              </Button>
              <Button icon={<Trash2 aria-hidden size={16} />} onClick={() => setIsDeleting(true)}>
                Delete
              </Button>
            </div>
          )
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <ConnectorBadge status={shown.status} />
          {shown.last_checked_at && (
            <span>
              Checked <Time at={shown.last_checked_at} />
            </span>
          )}
          {shown.next_check_at && (
            <span>
              Next check <Time at={shown.next_check_at} />
            </span>
          )}
        </span>
      </PageHeader>
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      {checkNow.error && (
        <div className="mb-4">
          <ErrorNote error={checkNow.error} title="The connector was not checked" />
        </div>
      )}
      {shown.last_error && <LastError connector={shown} mayWrite={mayWrite} onMoved={() => router.refresh()} />}
      <ConnectorBuilder key={connector.updated_at} projectId={connector.project_id} connector={connector}>
        <Items connector={connector} initial={initialItems} />
      </ConnectorBuilder>
      {isDeleting && (
        <DeleteDialog connector={connector} onDeleted={() => router.push(list)} onClose={() => setIsDeleting(false)} />
      )}
    </>
  )
}

type LastErrorProps = { connector: Connector; mayWrite: boolean; onMoved: () => void }

function LastError({ connector, mayWrite, onMoved }: LastErrorProps) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { id, last_error, moved_to, failure_count } = connector
  const accept = async (url: string): Promise<void> => {
    setIsBusy(true)
    try {
      await call(editConnector, { id, url })
      setError(null)
      onMoved()
    } catch (problem) {
      setError(problem)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Notice
        tone="warn"
        title={failure_count > 1 ? `The last ${failure_count} checks failed` : 'The last check failed'}
        action={
          mayWrite &&
          moved_to !== null && (
            <Button isSmall isBusy={isBusy} onClick={() => void accept(moved_to)}>
              Use the new address
            </Button>
          )
        }
      >
        {last_error}
      </Notice>
      {error !== null && <ErrorNote error={error} title="The new address was not saved" />}
    </div>
  )
}

function Items({ connector, initial }: { connector: Connector; initial: ItemList }) {
  const { data } = useConnectorItems(connector, initial)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FieldNames fields={connector.fields} />
      {data.items.length === 0 ? (
        <p className="text-ink-soft">No items yet.</p>
      ) : (
        <div>
          <h3 className="pb-1.5 text-sm font-medium">Newest</h3>
          <ol className="flex flex-col divide-y divide-line">
            {data.items.map(({ id, fields, is_new, created_at }) => (
              <li key={id} className="py-3 first:pt-0 last:pb-0">
                <ItemCard
                  fields={fields}
                  aside={
                    is_new && (
                      <>
                        Found <Time at={created_at} />
                      </>
                    )
                  }
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
