'use client'

import { ChevronsUpDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'

const NewProjectDialog = lazyComponent(() => import('./new-project-dialog').then((it) => it.NewProjectDialog))

export function ProjectSwitcher({
  projects,
  currentId,
  isShort,
}: {
  projects: { id: string; name: string }[]
  currentId: string | null
  /** Only the mark of the project. */
  isShort: boolean
}) {
  const [isCreating, setIsCreating] = useState(false)
  const current = projects.find(({ id }) => id === currentId)
  return (
    <>
      <Menu
        label={`Project: ${current?.name ?? 'none'}`}
        align="start"
        triggerClassName={classes(
          'flex control-height min-w-0 items-center gap-2 rounded-lg px-1.5 text-left font-medium hover:bg-hover',
          isShort ? 'w-9 justify-center' : 'w-full',
        )}
        trigger={
          <>
            <ProjectMark name={current?.name ?? ''} />
            {!isShort && (
              <>
                <span className="min-w-0 flex-1 truncate">{current?.name ?? 'Choose a project'}</span>
                <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-soft" />
              </>
            )}
          </>
        }
        items={[
          ...projects.map(({ id, name }) => ({
            label: name,
            icon: <ProjectMark name={name} />,
            href: `/${id}/stories`,
            isCurrent: id === currentId,
          })),
          {
            label: 'New project…',
            icon: <Plus aria-hidden size={16} className="mx-0.5 shrink-0" />,
            onSelect: () => setIsCreating(true),
          },
        ]}
      />
      {isCreating && <NewProjectDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

/** The first letter of a project's name on a square. */
const ProjectMark = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="flex size-5 shrink-0 items-center justify-center rounded-md bg-accent-fill text-xs font-semibold text-on-accent"
  >
    {[...name.trim()][0]?.toUpperCase() ?? '?'}
  </span>
)
