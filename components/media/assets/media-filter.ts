import { type AssetKind, type AssetSort, assetKinds, assetSorts } from '@/lib/media-files/types'

/** Filter and order of the library, stored in the URL. */
export type MediaFilter = {
  q: string
  kind: AssetKind | null
  tag: string | null
  folder: string | null
  sort: AssetSort
}

export const noFilter: MediaFilter = { q: '', kind: null, tag: null, folder: null, sort: 'newest' }

type Params = { [name in keyof MediaFilter]?: string | string[] | null | undefined }

const one = (value: string | string[] | null | undefined): string =>
  // Postgres does not accept NUL.
  ((Array.isArray(value) ? value[0] : value) ?? '').replaceAll('\u0000', '')

/** Limit of the API. */
export const searchMax = 200

const uuidIn = (text: string): string | null =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null

export function readMediaFilter(params: Params): MediaFilter {
  const kind = one(params.kind)
  const sort = one(params.sort)
  return {
    q: one(params.q).slice(0, searchMax),
    kind: assetKinds.find((known) => known === kind) ?? null,
    tag: one(params.tag).trim().slice(0, 60) || null,
    folder: uuidIn(one(params.folder)),
    sort: assetSorts.find((known) => known === sort) ?? 'newest',
  }
}

export function writeMediaFilter({ q, kind, tag, folder, sort }: MediaFilter): string {
  const search = new URLSearchParams()
  if (q.trim()) search.set('q', q.trim())
  if (kind) search.set('kind', kind)
  if (tag) search.set('tag', tag)
  if (folder) search.set('folder', folder)
  if (sort !== 'newest') search.set('sort', sort)
  return search.size > 0 ? `?${search}` : ''
}

export const isFiltered = ({ q, kind, tag, folder }: MediaFilter): boolean =>
  isSearch(q) || kind !== null || tag !== null || folder !== null

/** The API refuses punctuation only. */
const isSearch = (q: string): boolean => /[\p{L}\p{N}]/u.test(q)

export const pageSize = 48

/** Query parameters of the list request. */
export const listParams = (projectId: string, { q, kind, tag, folder, sort }: MediaFilter, cursor?: string) => ({
  project_id: projectId,
  limit: pageSize,
  cursor,
  q: isSearch(q) ? q.trim() : undefined,
  kind: kind ?? undefined,
  tag: tag ?? undefined,
  folder_id: folder ?? undefined,
  sort,
})
