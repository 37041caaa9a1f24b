import { type AssetKind, assetKinds } from '@/lib/media/types'

/** What of a library is shown. It lives in the address. */
export type MediaFilter = { q: string; kind: AssetKind | null; tag: string | null }

export const noFilter: MediaFilter = { q: '', kind: null, tag: null }

type Given = { [name in keyof MediaFilter]?: string | string[] | null | undefined }

const one = (value: string | string[] | null | undefined): string =>
  // Postgres takes no such sign, and nobody types one.
  ((Array.isArray(value) ? value[0] : value) ?? '').replaceAll('\u0000', '')

/** Longer words than the server takes are nobody's search. */
export const searchMax = 200

export function readMediaFilter(given: Given): MediaFilter {
  const kind = one(given.kind)
  return {
    q: one(given.q).slice(0, searchMax),
    kind: assetKinds.find((known) => known === kind) ?? null,
    tag: one(given.tag).trim().slice(0, 60) || null,
  }
}

export function writeMediaFilter({ q, kind, tag }: MediaFilter): string {
  const search = new URLSearchParams()
  if (q.trim()) search.set('q', q.trim())
  if (kind) search.set('kind', kind)
  if (tag) search.set('tag', tag)
  return search.size > 0 ? `?${search}` : ''
}

export const isFiltered = ({ q, kind, tag }: MediaFilter): boolean => isSearch(q) || kind !== null || tag !== null

/** Punctuation alone finds nothing in particular, and the server refuses it. */
const isSearch = (q: string): boolean => /[\p{L}\p{N}]/u.test(q)

/** A page of the library. */
export const pageSize = 48

/** The filter as the listing takes it. */
export const listInput = (projectId: string, { q, kind, tag }: MediaFilter, cursor?: string) => ({
  project_id: projectId,
  limit: pageSize,
  cursor,
  q: isSearch(q) ? q.trim() : undefined,
  kind: kind ?? undefined,
  tag: tag ?? undefined,
})
