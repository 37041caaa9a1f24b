'use client'

import { PenLine } from 'lucide-react'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'

/** The way into the composer, or who has one. */
export function NewStory({ projectId }: { projectId: string }) {
  if (!useMay('stories:write')) return <RoleNote scope="stories:write" className="px-2 text-sm text-ink-soft" />
  return (
    <ButtonLink tone="primary" href={`/${projectId}/compose`} icon={<PenLine aria-hidden size={16} />}>
      New story
    </ButtonLink>
  )
}
