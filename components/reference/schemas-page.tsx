import type { Schemas } from '@/lib/reference/schema-rows'
import { anchorOfSchema, SchemaTable } from './schema-table'

/** All named schemas, sorted by name. */
export function SchemasPage({ schemas }: { schemas: Schemas }) {
  return (
    <>
      <h1 className="pb-4 text-3xl font-semibold tracking-tight">Schemas</h1>
      {Object.entries(schemas)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([name, schema]) => (
          <section key={name} id={anchorOfSchema(name)} className="max-w-4xl scroll-mt-20 border-t border-line py-6">
            <h2 className="mb-2 font-mono font-semibold">{name}</h2>
            <SchemaTable title={name} schema={schema} schemas={schemas} />
          </section>
        ))}
    </>
  )
}
