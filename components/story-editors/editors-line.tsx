import { Avatar } from '@/components/account/avatar'
import { classes } from '@/components/ui/classes'
import type { StoryEditor } from '@/lib/stories/resource-contract'

const shownMax = 3

/** “Ana Rossi is editing” with photos. Nothing if nobody is. Screen readers announce changes. */
export function EditorsLine({ editors, isShort = false }: { editors: readonly StoryEditor[]; isShort?: boolean }) {
  const text = editingText(editors)
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 empty:hidden" title={text}>
      {text && (
        <>
          <span className="flex shrink-0 -space-x-1.5">
            {editors.slice(0, shownMax).map(({ user_id, name, photo_url }) => (
              <Avatar key={user_id} name={name} photoUrl={photo_url} className="size-6 text-xs ring-2 ring-surface" />
            ))}
          </span>
          <span className={classes('truncate text-sm text-ink-soft', isShort && '@max-4xl:sr-only')}>{text}</span>
        </>
      )}
    </span>
  )
}

function editingText(editors: readonly StoryEditor[]): string {
  const [first, second, ...rest] = editors
  if (!first) return ''
  if (!second) return `${first.name} is editing`
  if (rest.length === 0) return `${first.name} and ${second.name} are editing`
  return `${first.name} and ${rest.length + 1} others are editing`
}
