import { SearchX } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { buttonLook } from '@/components/ui/plain-button'

/** @param isInApp shown next to the navigation of the user's projects */
export const NotFound = ({ isInApp = false }: { isInApp?: boolean }) => (
  <div className="mx-auto w-full max-w-2xl px-4 py-16">
    <EmptyState
      Icon={SearchX}
      title="Page not found"
      action={
        // A plain link: this page is part of every page, and next/link would add to all of them.
        <a className={buttonLook({ tone: 'primary' })} href="/">
          {isInApp ? 'Open calendar' : 'Go to Storycast'}
        </a>
      }
    >
      The URL is wrong, the page was deleted, or you are not a member of its project. Ask the person who sent you the
      link to invite you.
    </EmptyState>
  </div>
)
