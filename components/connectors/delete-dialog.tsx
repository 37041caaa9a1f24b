'use client'

import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import type { Connector } from '@/lib/connectors/contract'
import { useDelete } from './use-connectors'

type Props = { connector: Connector; onDeleted?: () => void; onClose: () => void }

export function DeleteDialog({ connector, onDeleted, onClose }: Props) {
  const remove = useDelete(connector.project_id)
  return (
    <ConfirmDialog
      title={`Delete “${connector.name}”?`}
      confirmLabel="Delete connector"
      onConfirm={async () => {
        await remove(connector)
        onDeleted?.()
      }}
      onClose={onClose}
    >
      <p>New items are no longer found. Stories made from its items stay.</p>
    </ConfirmDialog>
  )
}
