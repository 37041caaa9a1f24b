import type { OpenApiDocument } from '@/lib/api/openapi'
import { Endpoint } from './endpoint'
import type { Group } from './entries'

/** All endpoints of one tag. */
export function GroupPage({ group, document }: { group: Group; document: OpenApiDocument }) {
  const baseUrl = document.servers[0]?.url ?? ''
  return (
    <>
      <h1 className="pb-6 text-3xl font-semibold tracking-tight">{group.tag}</h1>
      {group.entries.map((entry) => (
        <Endpoint
          key={entry.operation.operationId}
          entry={entry}
          baseUrl={baseUrl}
          schemas={document.components.schemas}
        />
      ))}
    </>
  )
}
