'use client'

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSurface } from '@/components/composer/open/surface'
import { IconButton } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'

/** The composer while its story is loaded, or why it was not. */
export function ComposerSkeleton({ children }: { children: ReactNode }) {
  const { close } = useSurface()
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-12 items-center justify-between border-b border-line px-4">
        <Skeleton className="h-5 w-28" />
        <IconButton label="Close" onClick={close}>
          <X aria-hidden size={16} />
        </IconButton>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {children || (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">Loading the composer</span>
            <Skeleton className="h-11 w-72" />
            <Skeleton className="h-72 w-full" />
          </div>
        )}
      </div>
    </div>
  )
}
