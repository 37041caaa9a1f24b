'use client'

import { RotateCcw, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Button } from '@/components/ui/plain-button'

/** `digest` identifies the error in the server log. */
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
        title="Something went wrong"
        action={
          <Button tone="primary" icon={<RotateCcw aria-hidden size={16} />} onClick={tryAgain}>
            Try again
          </Button>
        }
      >
        This page could not be loaded. If it happens again, contact your administrator
        {error.digest && (
          <>
            {' '}
            with this code: <code className="font-mono text-sm">{error.digest}</code>
          </>
        )}
        .
      </EmptyState>
    </div>
  )
}
