export const connectorKinds = ['rss', 'json', 'csv'] as const
export type ConnectorKind = (typeof connectorKinds)[number]

/** How to read a source. */
export type SourceSettings = {
  /** Null detects it. */
  kind: ConnectorKind | null
  url: string
  headers: Record<string, string>
  /** Where the list is in a JSON document. Null finds it. */
  path: string | null
  /** The field that identifies items. Null chooses one. */
  keyField: string | null
  /** Fields of an earlier reading. Empty the first time. */
  knownFields: readonly string[]
  /** No key field was chosen, and none may be chosen now. */
  isKeyFixed: boolean
}

/** An entry of a source before its key is known. Values are plain text. */
export type Entry = {
  fields: Record<string, string>
  publishedAt: Date | null
  /** The `guid` or `id` of a feed. It need not be among the fields. */
  id?: string | undefined
}

export type SourceItem = { key: string; fields: Record<string, string>; publishedAt: Date | null }

/** The parsed content of a source. */
export type Content = {
  kind: ConnectorKind
  /** The title of a feed. */
  name: string | null
  path: string | null
  /** In the order of the document, at most `itemsParsed`. */
  entries: Entry[]
  /** Entries in the document, including those not parsed. */
  total: number
  /** The order of entries without dates. */
  order: 'newest first' | 'oldest first'
  /** What the source asks for, in seconds. */
  intervalSeconds: number | null
}

/** A source that cannot be read. The message says why and what to do, for people without technical knowledge. */
export class SourceError extends Error {
  override name = 'SourceError'
  constructor(
    message: string,
    readonly details: {
      /** An address that may work instead. */
      suggestedUrl?: string | undefined
      /** The source moved there permanently. */
      movedTo?: string | undefined
      retryAfterSeconds?: number | undefined
      /** The source no longer exists (410). */
      isGone?: boolean
    } = {},
  ) {
    super(message)
  }
}
