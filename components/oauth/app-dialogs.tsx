'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { OAuthApp } from '@/lib/oauth/apps/contract'
import { deleteOAuthApp, rotateOAuthAppSecret } from '@/lib/openapi/operations.generated'
import { appsKey } from './apps-key'

type RotateProps = { app: OAuthApp; onRotated: (app: OAuthApp, secret: string) => void; onClose: () => void }

export function RotateSecretDialog({ app, onRotated, onClose }: RotateProps) {
  const queries = useQueryClient()
  const rotate = async (): Promise<void> => {
    const { app: changed, client_secret: secret } = await call(rotateOAuthAppSecret, { id: app.id })
    await queries.invalidateQueries({ queryKey: appsKey })
    onRotated(changed, secret)
  }
  return (
    <ConfirmDialog
      title={`Replace the secret of “${app.name}”?`}
      confirmLabel="Replace"
      onConfirm={rotate}
      onClose={onClose}
    >
      <p>The old secret stops working at once. Access tokens keep working.</p>
    </ConfirmDialog>
  )
}

export function DeleteAppDialog({ app, onClose }: { app: OAuthApp; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const remove = async (): Promise<void> => {
    await call(deleteOAuthApp, { id: app.id })
    await queries.invalidateQueries({ queryKey: appsKey })
    toast(`“${app.name}” deleted.`)
  }
  return (
    <ConfirmDialog title={`Delete “${app.name}”?`} confirmLabel="Delete" onConfirm={remove} onClose={onClose}>
      <p>Everyone who allowed it loses the connection at once. This cannot be undone.</p>
    </ConfirmDialog>
  )
}
