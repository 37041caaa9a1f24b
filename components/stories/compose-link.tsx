'use client'

import type { ReactNode } from 'react'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'

/** A button that opens the composer, or a hint for members without access. */
export function ComposeLink({ projectId, children }: { projectId: string; children: ReactNode }) {
  if (!useMay('stories:write')) return <RoleNote scope="stories:write" />
  return (
    <ButtonLink tone="primary" href={`/${projectId}/compose`} prefetch={false}>
      {children}
    </ButtonLink>
  )
}
