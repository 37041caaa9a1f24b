'use client'

import { ChevronsUpDown, FolderOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { later } from '@/components/ui/later'
import { Menu } from '@/components/ui/menu'

const NewProjectDialog = later(() => import('./new-project-dialog').then((it) => it.NewProjectDialog))

export function ProjectSwitcher({
  projects,
  currentId,
}: {
  projects: { id: string; name: string }[]
  currentId: string | null
}) {
  const [isMaking, setIsMaking] = useState(false)
  const current = projects.find(({ id }) => id === currentId)
  return (
    <>
      <Menu
        label={`Project: ${current?.name ?? 'none'}`}
        align="start"
        triggerClassName="flex min-h-10 w-full min-w-0 items-center justify-between gap-2 rounded-lg border border-line px-3 text-left font-medium hover:bg-quiet-wash"
        trigger={
          <>
            <span className="min-w-0 truncate">{current?.name ?? 'Choose a project'}</span>
            <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-ink-soft" />
          </>
        }
        items={[
          ...projects.map(({ id, name }) => ({
            label: name,
            icon: <FolderOpen aria-hidden size={17} className="shrink-0" />,
            href: `/${id}/stories`,
            isCurrent: id === currentId,
          })),
          {
            label: 'New project …',
            icon: <Plus aria-hidden size={17} className="shrink-0" />,
            onSelect: () => setIsMaking(true),
          },
        ]}
      />
      {isMaking && <NewProjectDialog onClose={() => setIsMaking(false)} />}
    </>
  )
}
