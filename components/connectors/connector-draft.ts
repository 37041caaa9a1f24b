import type { RequestTo } from '@/lib/api/operation'
import type { Connector } from '@/lib/connectors/contract'
import type { testConnector } from '@/lib/openapi/operations.generated'

/** The form of a source. Empty texts mean: detect it. */
export type SourceDraft = {
  url: string
  kind: '' | Connector['kind']
  path: string
  keyField: string
  /** One header per line, `Name: value`. */
  headers: string
  /** Null keeps the stored headers. Only for existing connectors. */
  keepsHeaders: boolean
}

export const newDraft: SourceDraft = { url: '', kind: '', path: '', keyField: '', headers: '', keepsHeaders: false }

export const draftOf = ({ url, kind, path, key_field, has_headers }: Connector): SourceDraft => ({
  url,
  kind,
  path: path ?? '',
  keyField: key_field ?? '',
  headers: '',
  keepsHeaders: has_headers,
})

export type SourceInput = Pick<RequestTo<typeof testConnector>, 'url' | 'kind' | 'path' | 'key_field' | 'headers'>

export const inputOf = ({ url, kind, path, keyField, headers }: SourceDraft): SourceInput => ({
  url: withScheme(url.trim()),
  kind: kind || null,
  path: path.trim() || null,
  key_field: keyField.trim() || null,
  headers: parseHeaders(headers),
})

/** People type addresses without a scheme. */
const withScheme = (url: string): string => (url === '' || /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`)

/** Lines without a colon become names without a value, so that the server can refuse them. */
export function parseHeaders(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return null
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}
