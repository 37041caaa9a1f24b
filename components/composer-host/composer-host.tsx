'use client'

import { usePathname, useRouter, useSearchParams, useSelectedLayoutSegments } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import {
  dialogKey,
  isOverPage,
  openOverPage,
  readComposerAddress,
  setHostProject,
} from '@/components/composer-address/composer-address'
import { PageUrlProvider } from '@/components/navigation/page-url'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import type { SocialConnection } from '@/lib/connections/contract'

// Not part of the pages that it opens over. Loaded when a link to it gets the pointer or the focus.
const loadDialog = () => import('./composer-dialog').then((it) => it.ComposerDialog)
const ComposerDialog = lazyComponent(loadDialog)

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
      const link = linkOf(event)
      if (!link || !isPlain || event.defaultPrevented || (link.target && link.target !== '_self')) return
      // Before the link's own handler, which then does nothing.
      if (openOverPage(link.href)) event.preventDefault()
    }
    const prepare = (event: Event): void => {
      const link = linkOf(event)
      // A failed load is retried when it opens.
      if (link && isOverPage(link.href)) loadDialog().catch(() => {})
    }
    window.addEventListener('click', open, true)
    window.addEventListener('pointerover', prepare, { passive: true })
    window.addEventListener('focusin', prepare)
    return () => {
      window.removeEventListener('click', open, true)
      window.removeEventListener('pointerover', prepare)
      window.removeEventListener('focusin', prepare)
      setHostProject(null)
    }
  }, [projectId, isPage])
}

const linkOf = ({ target }: Event): HTMLAnchorElement | null => (target instanceof Element ? target.closest('a') : null)
