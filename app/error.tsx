'use client'

import { RotateCcw, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Button } from '@/components/ui/plain-button'

/** `digest` is the number under which the server's log has the cause. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const router = useRouter()
  const tryAgain = (): void =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <EmptyState
        Icon={TriangleAlert}
        title="This page could not be shown"
        action={
          <Button tone="primary" icon={<RotateCcw aria-hidden size={16} />} onClick={tryAgain}>
            Try again
          </Button>
        }
      >
        Something went wrong on our side, and nothing of yours was changed. If it keeps happening, tell whoever runs
        this Storycast
        {error.digest && (
          <>
            {' '}
            and give them this number: <code className="font-mono text-sm">{error.digest}</code>
          </>
        )}
        .
      </EmptyState>
    </div>
  )
}
