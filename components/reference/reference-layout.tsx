import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Theme } from '@/components/theme/theme'
import { ThemeChoice } from '@/components/theme/theme-choice'
import { Logo } from '@/components/ui/logo'
import type { OpenApiDocument } from '@/lib/openapi/openapi'
import { ReferenceNav } from './reference-nav'

/** Header and contents of all reference pages. */
export function ReferenceLayout({
  document,
  theme,
  children,
}: {
  document: OpenApiDocument
  theme: Theme
  children: ReactNode
}) {
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-20 focus:rounded-lg focus:bg-accent-fill focus:px-4 focus:py-2 focus:text-on-accent"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-[96rem] flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 sm:gap-x-4 sm:px-6">
          <Link href="/" className="flex items-center gap-2 font-semibold">
            <Logo size={26} />
            Storycast
          </Link>
          <span className="text-sm text-ink-soft max-sm:sr-only">API {document.info.version}</span>
          <span className="grow" />
          <a href="/api/v1/openapi.json" className="text-sm text-accent underline underline-offset-2">
            OpenAPI
          </a>
          <ThemeChoice initial={theme} />
        </div>
      </header>
      <div className="mx-auto max-w-[96rem] px-4 sm:px-6 lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
        <div>
          <ReferenceNav document={document} />
        </div>
        <main id="content" className="min-w-0 pt-8 pb-24">
          {children}
        </main>
      </div>
    </>
  )
}
