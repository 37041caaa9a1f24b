'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { SurfaceProvider } from './surface'

type Props = { title: string; closeHref: string; children: ReactNode }

/** The composer as a page. On phones it covers the navigation. */
export function ComposerPage({ title, closeHref, children }: Props) {
  const router = useRouter()
  return (
    <SurfaceProvider value={{ isDialog: false, close: () => router.push(closeHref) }}>
      <section
        aria-label={title}
        className="overflow-hidden bg-surface max-md:fixed max-md:inset-0 max-md:z-30 md:-mb-8 md:h-[calc(100dvh-1.5rem)] md:min-h-120 md:rounded-xl md:border md:border-line"
      >
        {children}
      </section>
    </SurfaceProvider>
  )
}
