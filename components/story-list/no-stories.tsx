import { FilterX, Newspaper, SearchX } from 'lucide-react'
import { ComposeLink } from '@/components/stories/compose-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

type Props = {
  projectId: string
  words: string
  isFiltered: boolean
  onClearWords: () => void
  onShowAll: () => void
}

/** Why the list of stories is empty, and what to do. */
export function NoStories({ projectId, words, isFiltered, onClearWords, onShowAll }: Props) {
  if (words) {
    return (
      <EmptyState
        Icon={SearchX}
        title={`No stories for “${words}”`}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button onClick={onClearWords}>Clear search</Button>
            {isFiltered && <Button onClick={onShowAll}>Show all stories</Button>}
          </span>
        }
      >
        {isFiltered ? 'The filters may hide a match.' : 'Titles and texts are searched.'}
      </EmptyState>
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        Icon={FilterX}
        title="No stories match these filters"
        action={<Button onClick={onShowAll}>Show all stories</Button>}
      >
        Other stories are hidden by the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={Newspaper}
      title="No stories yet"
      action={<ComposeLink projectId={projectId}>New story</ComposeLink>}
    >
      Write a story once and publish it to all your channels, now or at a scheduled time. Archived stories are under the
      status Archived.
    </EmptyState>
  )
}
