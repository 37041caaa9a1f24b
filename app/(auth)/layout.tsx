import Link from 'next/link'
import type { ReactNode } from 'react'
import { RememberNarrowWindow } from '@/components/chrome/use-narrow-window'
import { ProductPicture } from '@/components/landing/product-picture'
import { Logo } from '@/components/ui/logo'

/** The form in one column, next to a picture of the product on wide screens. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-canvas lg:grid-cols-[34rem_minmax(0,1fr)]">
      <RememberNarrowWindow />
      <main className="flex flex-col px-5 py-6 sm:px-10">
        <Link href="/" className="flex items-center gap-2.5 self-start text-lg font-semibold tracking-tight">
          <Logo />
          Storycast
        </Link>
        <div className="mx-auto flex w-full max-w-110 flex-1 flex-col pt-6 sm:justify-center sm:py-12">
          <div className="panel flex flex-col gap-5 p-5 sm:p-8">{children}</div>
        </div>
      </main>
      <aside className="sticky top-0 flex h-dvh items-center justify-center overflow-hidden border-l border-line bg-sunken px-8 max-lg:hidden">
        <ProductPicture />
      </aside>
    </div>
  )
}
