import { SearchX } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export default function NotFound() {
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <EmptyState
        Icon={SearchX}
        title="There is nothing here"
        action={
          <ButtonLink tone="primary" href="/">
            Go to your stories
          </ButtonLink>
        }
      >
        The address may be mistyped, what was here may be deleted, or it belongs to a project that you are not part of.
        Whoever sent you the link can invite you.
      </EmptyState>
    </div>
  )
}
