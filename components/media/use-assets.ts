'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { getStorageUse, listAssets, listAssetTags } from '@/lib/api/operations.generated'
import type { Asset } from '@/lib/media/contract'
import { mediaKeys } from './keys'
import { listInput, type MediaFilter } from './media-filter'

export type AssetPage = AnswerTo<typeof listAssets>
export type AssetPages = { pages: AssetPage[]; pageParams: (string | undefined)[] }

/** Small pictures are made within seconds; a page that waits for one looks again. */
const lookAgainMs = 3_000
/** What has none by then gets none for now. */
const madeWithinMs = 120_000

/** Hosted pictures and drawings get one; films and what stays elsewhere do not. */
export const awaitsPreview = (asset: Asset, now: Date): boolean =>
  asset.preview_url === null &&
  asset.source_url === null &&
  asset.mime_type.startsWith('image/') &&
  now.getTime() - Date.parse(asset.created_at) < madeWithinMs

export function useAssets(projectId: string, filter: MediaFilter, initial?: AssetPage) {
  return useInfiniteQuery({
    queryKey: mediaKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) => call(listAssets, listInput(projectId, filter, pageParam), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: AssetPage) => page.next_cursor ?? undefined,
    // While a search is typed the last answer stays, so that nothing jumps.
    placeholderData: keepPreviousData,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
    refetchInterval: ({ state }) => {
      const now = new Date()
      const assets = state.data?.pages.flatMap((page) => page.assets) ?? []
      return assets.some((asset) => awaitsPreview(asset, now)) ? lookAgainMs : false
    },
  })
}

export type StorageUseAnswer = AnswerTo<typeof getStorageUse>

export const useStorageUse = (projectId: string, initialData: StorageUseAnswer) =>
  useQuery({
    queryKey: mediaKeys.storage(projectId),
    queryFn: ({ signal }) => call(getStorageUse, { project_id: projectId }, { signal }),
    initialData,
    staleTime: 30_000,
  })

export const useTags = (projectId: string) =>
  useQuery({
    queryKey: mediaKeys.tags(projectId),
    queryFn: ({ signal }) => call(listAssetTags, { project_id: projectId }, { signal }),
    staleTime: 30_000,
  })
