'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { SurfaceProvider } from './surface'

type Props = { title: string; closeHref: string; children: ReactNode }

/** The composer as a page: it fills the window below the banners. On phones it covers the navigation. */
export function ComposerPage({ title, closeHref, children }: Props) {
  const router = useRouter()
  return (
    <SurfaceProvider value={{ isDialog: false, close: () => router.push(closeHref) }}>
      <section
        aria-label={title}
        data-fills-window
        className="overflow-hidden bg-surface max-md:fixed max-md:inset-0 max-md:z-30 md:min-h-96 md:flex-1 md:rounded-xl md:border md:border-line"
      >
        {children}
      </section>
    </SurfaceProvider>
  )
}
