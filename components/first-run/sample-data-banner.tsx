'use client'

import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { useState } from 'react'
import { useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { removeSampleData } from '@/lib/openapi/operations.generated'

const ConfirmDialog = lazyComponent(() => import('@/components/dialogs/confirm-dialog').then((it) => it.ConfirmDialog))

/** On every screen of a project that has sample data, so that nobody takes it for real results. */
export function SampleDataBanner({ projectId }: { projectId: string }) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const mayRemove = useIsAtLeast('admin')
  const isInSetup = usePathname() === `/${projectId}/start`
  const [isAsking, setIsAsking] = useState(false)
  const remove = async (): Promise<void> => {
    const { removed } = await call(removeSampleData, { id: projectId })
    await queries.invalidateQueries()
    router.refresh()
    toast(`Sample data removed: ${removed.stories} posts and drafts.`)
  }
  if (isInSetup) return null
  return (
    <div className="mb-5">
      <Notice
        tone="info"
        title="This project shows sample data"
        action={
          mayRemove && (
            <Button isSmall onClick={() => setIsAsking(true)}>
              Remove sample data
            </Button>
          )
        }
      />
      {isAsking && (
        <ConfirmDialog
          title="Remove sample data?"
          confirmLabel="Remove"
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>The sample posts, drafts, templates, pillars and images are deleted. Your own content stays.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
