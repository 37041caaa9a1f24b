import { Client } from 'pg'

/** Types of columns that the schema cannot express: JSON shapes and lists of channels. Written as JSON text. */
const known: Record<string, string> = {
  'queue_items.utm': 'ColumnType<Record<string, string>, string | undefined, string>',
  'queue_items.data_snapshot': 'ColumnType<Record<string, unknown>, string | undefined, string>',
  'queue_items.skip_category': "'connection' | 'render' | 'content' | 'review' | 'rate' | 'other' | null",
  'connector_items.fields': 'ColumnType<Record<string, string>, string, string>',
  'events.data': 'ColumnType<Record<string, unknown>, string, string>',
  'imports.fields':
    'ColumnType<(ImportField | null)[], readonly (ImportField | null)[], readonly (ImportField | null)[]>',
  'imports.options': 'ColumnType<ImportOptions, string, string>',
  'imports.date_column': 'ColumnType<DateColumn | null, string | null | undefined, string | null>',
  'import_rows.preview': 'ColumnType<RowPreview, string, string>',
  'import_rows.errors': 'ColumnType<Problem[], string, string>',
  'import_rows.warnings': 'ColumnType<Problem[], string, string>',
  'moments.data_snapshot': 'ColumnType<Record<string, unknown>, string, string>',
  'projects.utm_template':
    "ColumnType<Partial<Record<'source' | 'medium' | 'campaign' | 'content' | 'term', string | null>>, string | undefined, string>",
  'templates.channels': 'ColumnType<ChannelId[], readonly ChannelId[] | undefined, readonly ChannelId[]>',
  'templates.channel_overrides': 'ColumnType<ChannelOverrides, string | undefined, string>',
  'templates.post_type': 'PostType | null',
  'upload_intents.content_type': "'image/jpeg' | 'image/png' | 'image/webp' | 'video/mp4'",
  'upload_sessions.mime_type':
    "'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/svg+xml' | 'video/mp4'",
  'upload_intents.problem':
    'ColumnType<{ code: string; message: string } | null, string | null | undefined, string | null>',
  'resumable_uploads.mime_type': "'video/mp4'",
  'resumable_uploads.problem':
    'ColumnType<{ code: string; message: string } | null, string | null | undefined, string | null>',
  'stories.slides': 'ColumnType<Slide[], string | undefined, string>',
  'stories.channel_overrides': 'ColumnType<ChannelOverrides, string | undefined, string>',
  'stories.channels': 'ColumnType<ChannelId[], readonly ChannelId[], readonly ChannelId[]>',
  'stories.published_channels': 'ColumnType<ChannelId[], readonly ChannelId[] | undefined, readonly ChannelId[]>',
  'stories.published_urls': 'ColumnType<Partial<Record<ChannelId, string>>, string | undefined, string>',
  'stories.client_review': 'ColumnType<StoredClientReview | null, string | null | undefined, string | null>',
  'stories.best_performing_channel': 'ChannelId | null',
  'webhook_attempts.request_headers': 'ColumnType<Record<string, string>, string, string>',
}

const imports = `import type { ChannelId } from '../channel-ids'
import type { DateColumn, ImportField, ImportOptions, Problem, RowPreview } from '../import-content'
import type { ChannelOverrides, PostType, Slide, StoredClientReview } from '../story-content'
`

type Column = {
  table_name: string
  column_name: string
  is_nullable: boolean
  has_default: boolean
  check: string | null
}

/**
 * Types for columns whose check constraint lists the allowed values, for columns named `channel`, and for those above.
 *
 * @returns the TypeScript type of each such `table.column`
 */
export async function columnTypes(url: string): Promise<Record<string, string>> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<Column>(`
    select c.table_name, c.column_name, c.is_nullable = 'YES' as is_nullable, c.column_default is not null as has_default,
      (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
        where k.contype = 'c' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
          and a.attname = c.column_name and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%') as check
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type in ('text', 'integer') order by 1, 2`)
  await client.end()
  const listed = rows.flatMap((row) => {
    const values = row.column_name === 'channel' ? 'ChannelId' : valuesOf(row.check)
    if (values === null) return []
    const type = row.is_nullable ? `${values} | null` : values
    return [[`${row.table_name}.${row.column_name}`, row.has_default ? `Generated<${type}>` : type]]
  })
  return { ...Object.fromEntries(listed), ...known }
}

/** `CHECK ((status = ANY (ARRAY['draft'::text, 'sent'::text])))` gives `'draft' | 'sent'`. */
function valuesOf(check: string | null): string | null {
  const list = check?.match(/= ANY \(ARRAY\[([^\]]*)\]\)/)?.[1]
  return list ? list.replaceAll('::text', '').split(', ').join(' | ') : null
}

/** Replaces the types of these columns in the output of kysely-codegen, whose own overrides need TypeScript 5. */
export function withColumnTypes(generated: string, types: Record<string, string>): string {
  let text = generated.replace(/^import type .*\n/m, (line) => line + imports)
  const tables = new Map([...text.matchAll(/^ {2}(\w+): (\w+);$/gm)].map(([, table, name]) => [name, table]))
  text = text.replace(/^export interface (\w+) \{\n[^}]*\}/gm, (declaration, name) =>
    declaration.replace(/^ {2}(\w+): .*;$/gm, (line, column) => {
      const type = types[`${tables.get(name)}.${column}`]
      return type ? `  ${column}: ${type};` : line
    }),
  )
  return text
}
