'use client'

import { RoleNote } from '@/components/projects/role'
import { PageHeader } from '@/components/ui/page-header'
import { ConnectorBuilder } from './connector-builder'

export function NewConnector({ projectId }: { projectId: string }) {
  return (
    <>
      <PageHeader title="New connector" back={{ href: `/${projectId}/connectors`, label: 'Connectors' }} />
      <RoleNote scope="automations:write" className="mb-4 text-ink-soft" />
      <ConnectorBuilder projectId={projectId}>
        <p className="text-ink-soft">Paste an address to see its fields and newest items.</p>
      </ConnectorBuilder>
    </>
  )
}
