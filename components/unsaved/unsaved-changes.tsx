'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { guardPage } from './guard-page'

const ConfirmDialog = lazyComponent(() => import('@/components/dialogs/confirm-dialog').then((it) => it.ConfirmDialog))

type Leave = { go: () => void }

/** Asks before a form with unsaved changes is left. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const router = useRouter()
  const [leave, setLeave] = useState<Leave | null>(null)
  useEffect(() => (isDirty ? guardPage((go) => setLeave({ go }), router.push) : undefined), [isDirty, router])
  if (!leave) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={async () => leave.go()}
      onClose={() => setLeave(null)}
    >
      <p>The changes on this page are not saved.</p>
    </ConfirmDialog>
  )
}

type Saving = { isSuccess: boolean }

/** Whether the value of a form differs from the one it started with or that was saved last. */
export function useIsChanged(value: unknown, { isSuccess }: Saving): boolean {
  const current = JSON.stringify(value)
  const [saved, setSaved] = useState(current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a save has succeeded.
  useEffect(() => {
    if (isSuccess) setSaved(current)
  }, [isSuccess])
  return current !== saved
}
