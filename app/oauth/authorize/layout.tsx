import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/components/ui/logo'

export default function ConsentLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-5 px-4 py-6 sm:justify-center">
      <Link href="/" className="flex items-center gap-2.5 self-start text-lg font-semibold tracking-tight">
        <Logo />
        Storycast
      </Link>
      <div className="panel flex flex-col gap-5 p-5">{children}</div>
    </main>
  )
}
