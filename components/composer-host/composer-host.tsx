'use client'

import { usePathname, useRouter, useSearchParams, useSelectedLayoutSegments } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import {
  dialogKey,
  openOverPage,
  readComposerAddress,
  setHostProject,
} from '@/components/composer-address/composer-address'
import { PageUrlProvider } from '@/components/navigation/page-url'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { SocialConnection } from '@/lib/connections/contract'

// Not part of the pages that it opens over.
const ComposerDialog = lazyComponent(() => import('./composer-dialog').then((it) => it.ComposerDialog))

type Props = {
  projectId: string
  requiresApproval: boolean
  connections: SocialConnection[]
  now: string
  children: ReactNode
}

/**
 * Shows the composer over the page when the address becomes the composer's. The page stays as it is: the address
 * changes with `pushState`, which does not load another page. Reloading shows the composer as a page of its own.
 */
export function ComposerHost({ projectId, children, ...setting }: Props) {
  const router = useRouter()
  const { isOpen, address, search, page } = useAddress()
  useComposerLinks(projectId)
  const close = (): void => {
    if (dialogKey() !== null) window.history.back()
    else router.replace(page.pathname + (page.search && `?${page.search}`))
  }
  return (
    <>
      <PageUrlProvider value={isOpen ? page : null}>{children}</PageUrlProvider>
      {isOpen && (
        <ComposerDialog
          key={dialogKey()}
          {...{ projectId, search, ...setting }}
          storyId={address?.storyId ?? null}
          onClose={close}
        />
      )}
    </>
  )
}

/** Whether the composer is open over a page, and the address of that page. */
function useAddress() {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const segments = useSelectedLayoutSegments()
  const [page, setPage] = useState({ pathname, search })
  const address = readComposerAddress(pathname)
  const isOpen = address !== null && !isComposerPage(segments)
  if (!isOpen && (page.pathname !== pathname || page.search !== search)) setPage({ pathname, search })
  return { isOpen, address, search, page }
}

const isComposerPage = ([first, , last]: string[]): boolean =>
  first === 'compose' || (first === 'stories' && last === 'edit')

/** Links to the composer open it over the page. */
function useComposerLinks(projectId: string): void {
  const isPage = isComposerPage(useSelectedLayoutSegments())
  useEffect(() => {
    setHostProject(isPage ? null : projectId)
    const open = (event: MouseEvent): void => {
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isPlain || event.defaultPrevented || (link.target && link.target !== '_self')) return
      // Before the link's own handler, which then does nothing.
      if (openOverPage(link.href)) event.preventDefault()
    }
    window.addEventListener('click', open, true)
    return () => {
      window.removeEventListener('click', open, true)
      setHostProject(null)
    }
  }, [projectId, isPage])
}
