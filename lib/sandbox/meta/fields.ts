import { badParameter } from './envelope'

export type Field = { name: string; children: Field[] | null }

/** Reads `id,children{id,media_url},reactions.limit(0).summary(true)`. What stands in brackets is left to the caller. */
export function parseFields(text: string): Field[] {
  const reader = { text, at: 0 }
  const fields = readList(reader)
  if (reader.at < text.length) throw badParameter(`Syntax error in fields at character ${reader.at}`)
  return fields
}

function readList(reader: { text: string; at: number }): Field[] {
  const fields: Field[] = []
  for (;;) {
    const match = /^\s*(\w+)((?:\.\w+\([^)]*\))*)/.exec(reader.text.slice(reader.at))
    if (!match?.[1]) throw badParameter('Syntax error: expected a field name')
    reader.at += match[0].length
    let children: Field[] | null = null
    if (reader.text[reader.at] === '{') {
      reader.at++
      children = readList(reader)
      if (reader.text[reader.at] !== '}') throw badParameter('Syntax error: a brace is not closed')
      reader.at++
    }
    fields.push({ name: match[1], children })
    if (reader.text[reader.at] !== ',') return fields
    reader.at++
  }
}

/** How a node answers each field that it has. Undefined leaves the field out, as Meta does with empty ones. */
export type NodeFields<T> = Record<string, (thing: T, children: Field[] | null) => unknown>

/** A node with the fields asked for. The id is always there; an unknown field is error 100. */
export function project<T>(nodeType: string, known: NodeFields<T>, thing: T, fields: Field[]): Record<string, unknown> {
  const node: Record<string, unknown> = {}
  for (const { name, children } of fields) {
    const read = Object.hasOwn(known, name) ? known[name] : undefined
    if (!read) throw badParameter(`Tried accessing nonexisting field (${name}) on node type (${nodeType})`)
    const value = read(thing, children)
    if (value !== undefined) node[name] = value
  }
  const id = known.id?.(thing, null)
  return id === undefined ? node : { ...node, id }
}

/** `2026-06-01T10:00:00+0000`, without the colon that ISO 8601 would have. */
export const graphTimestamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`
