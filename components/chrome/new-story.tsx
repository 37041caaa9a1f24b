'use client'

import { PenLine } from 'lucide-react'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'

/** The “New story” button, or a hint for members without access. */
export function NewStory({ projectId, isCollapsed }: { projectId: string; isCollapsed: boolean }) {
  const mayWrite = useMay('stories:write')
  if (!mayWrite && isCollapsed) return null
  if (!mayWrite) return <RoleNote scope="stories:write" className="px-2 text-sm text-ink-soft" />
  return (
    <ButtonLink
      tone="primary"
      href={`/${projectId}/compose`}
      // It opens over the page, without loading another one.
      prefetch={false}
      icon={<PenLine aria-hidden size={16} />}
      title={isCollapsed ? 'New story' : undefined}
      className={isCollapsed ? 'w-9 px-0!' : 'flex-1'}
    >
      {isCollapsed ? <span className="sr-only">New story</span> : 'New story'}
    </ButtonLink>
  )
}
