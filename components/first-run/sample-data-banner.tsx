'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { usePathname, useRouter } from 'next/navigation'
import { useState } from 'react'
import { useIsAtLeast } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
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
    <div className="mb-3">
      <div className="flex min-h-9 items-center gap-2 rounded-xl bg-info-wash pr-1 pl-3 text-info">
        <Info aria-hidden size={16} className="shrink-0" />
        <p className="min-w-0 flex-1 truncate font-medium">This project shows sample data</p>
        {mayRemove && (
          <Button isSmall tone="ghost" aria-label="Remove sample data" onClick={() => setIsAsking(true)}>
            <span className="sm:hidden">Remove</span>
            <span className="max-sm:hidden">Remove sample data</span>
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove sample data?"
          confirmLabel="Remove"
          onConfirm={remove}
          onClose={() => setIsAsking(false)}
        >
          <p>
            All sample posts, plans, drafts, captions, templates, pillars and images are deleted. Your own content
            stays.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
