import { Fragment } from 'react'
import { withKeys } from '@/components/ui/data/with-keys'
import type { JsonSchema } from '@/lib/openapi/json-schema'
import type { Parameter } from '@/lib/openapi/openapi'
import { shapesPage } from '@/lib/reference/entries'
import { formsOf, type Row, type Schemas, type TypePart, typeOf } from '@/lib/reference/schema-rows'
import { Inline } from './prose'

export const anchorOfSchema = (name: string): string => `schema-${name}`

/** The members of a body: one table per variant. */
export function SchemaTable({ title, schema, schemas }: { title: string; schema: JsonSchema; schemas: Schemas }) {
  return formsOf(schema, schemas).map((form) => (
    <Fragment key={form.label ?? ''}>
      {form.label && (
        <p className="mt-4 mb-2 text-sm font-medium">
          With <Inline text={`\`${form.label}\``} />
        </p>
      )}
      <Rows title={form.label ? `${title}, ${form.label}` : title} rows={form.rows} />
    </Fragment>
  ))
}

export function ParameterTable({ title, parameters }: { title: string; parameters: Parameter[] }) {
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema: member }) => [
        name,
        { ...member, ...(description ? { description } : {}) },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
  return <SchemaTable title={title} schema={schema} schemas={{}} />
}

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path} className="border-t border-line align-top max-sm:block max-sm:py-2">
            <th scope="row" className="py-2 pr-4 text-left font-normal max-sm:block max-sm:py-0 sm:w-2/5">
              <code className="font-mono text-[0.8125rem] font-semibold wrap-anywhere">{row.path || 'Response'}</code>
              {row.isRequired && row.path !== '' && (
                <span className="ml-2 text-xs font-medium text-accent">required</span>
              )}
            </th>
            <td className="py-2 max-sm:block max-sm:py-0">
              <TypeText parts={row.type} />
              {row.notes.length > 0 && (
                <span className="text-ink-soft">
                  {' · '}
                  <Inline text={row.notes.join(' · ')} />
                </span>
              )}
              {row.description && (
                <span className="mt-0.5 block text-ink-soft">
                  <Inline text={row.description} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TypeText({ parts }: { parts: TypePart[] }) {
  return withKeys(parts, ({ text }) => text).map(([key, part]) =>
    part.schema ? (
      <a
        key={key}
        href={`${shapesPage}#${anchorOfSchema(part.schema)}`}
        className="text-accent underline underline-offset-2"
      >
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
}

/** The type of a schema in one line, for responses with a named schema. */
export function TypeLine({ schema }: { schema: JsonSchema }) {
  return <TypeText parts={typeOf(schema)} />
}
