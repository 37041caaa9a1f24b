import { SearchX } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { buttonLook } from '@/components/ui/plain-button'

export default function NotFound() {
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <EmptyState
        Icon={SearchX}
        title="There is nothing here"
        action={
          // Plain, as every page carries this one along: the link of Next would be in each of them once more.
          <a className={buttonLook({ tone: 'primary' })} href="/">
            Go to your stories
          </a>
        }
      >
        The address may be mistyped, what was here may be deleted, or it belongs to a project that you are not part of.
        Whoever sent you the link can invite you.
      </EmptyState>
    </div>
  )
}
