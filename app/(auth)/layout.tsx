import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '@/components/chrome/logo'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-4 py-10">
      <Link href="/" className="flex items-center gap-2.5 self-start text-lg font-semibold tracking-tight">
        <Logo />
        Storycast
      </Link>
      <div className="panel flex flex-col gap-5 p-6">{children}</div>
    </main>
  )
}
