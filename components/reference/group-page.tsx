import type { OpenApiDocument } from '@/lib/openapi/openapi'
import type { Group } from '@/lib/reference/entries'
import { Endpoint } from './endpoint'

/** The endpoints of one tag. */
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
