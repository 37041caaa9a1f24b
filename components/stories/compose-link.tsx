'use client'

import type { ReactNode } from 'react'
import { RoleNote, useMay } from '@/components/projects/role'
import { ButtonLink } from '@/components/ui/button'

/** The way into the composer for whoever may write; who may, for everybody else. */
export function ComposeLink({ projectId, children }: { projectId: string; children: ReactNode }) {
  if (!useMay('stories:write')) return <RoleNote scope="stories:write" />
  return (
    <ButtonLink tone="primary" href={`/${projectId}/compose`}>
      {children}
    </ButtonLink>
  )
}
