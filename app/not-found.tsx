import { NotFound } from '@/components/errors/not-found'
import { Logo } from '@/components/ui/logo'

/** For URLs outside of the dashboard. */
export default function NotFoundPage() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[84rem] flex-col">
      <header className="px-5 py-4 sm:px-8">
        <a href="/" className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight">
          <Logo />
          Storycast
        </a>
      </header>
      <main className="flex flex-1 flex-col justify-center pb-20">
        <NotFound />
      </main>
    </div>
  )
}
