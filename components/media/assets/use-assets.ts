'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Asset } from '@/lib/media/contract'
import { getStorageUse, listAssets, listAssetTags } from '@/lib/openapi/operations.generated'
import { listParams, type MediaFilter } from './media-filter'
import { mediaKeys } from './media-keys'

export type AssetPage = AnswerTo<typeof listAssets>

/** Previews are created within seconds, so a page without one polls. */
const pollMs = 3_000
/** Files older than this are not polled. */
const previewWithinMs = 120_000

/** Videos and remote files have no preview. */
export const isWaitingForPreview = (asset: Asset, now: Date): boolean =>
  asset.preview_url === null &&
  asset.source_url === null &&
  asset.mime_type.startsWith('image/') &&
  now.getTime() - Date.parse(asset.created_at) < previewWithinMs

export function useAssets(projectId: string, filter: MediaFilter, initial?: AssetPage) {
  return useInfiniteQuery({
    queryKey: mediaKeys.list(projectId, filter),
    queryFn: ({ pageParam, signal }) => call(listAssets, listParams(projectId, filter, pageParam), { signal }),
    ...cursorPages,
    // Keeps the last results while typing, to avoid flicker.
    placeholderData: keepPreviousData,
    ...(initial ? startingWith(initial) : {}),
    refetchInterval: ({ state }) => {
      const now = new Date()
      const assets = state.data?.pages.flatMap((page) => page.assets) ?? []
      return assets.some((asset) => isWaitingForPreview(asset, now)) ? pollMs : false
    },
  })
}

export type StorageUse = AnswerTo<typeof getStorageUse>

export const useStorageUse = (projectId: string, initialData: StorageUse) =>
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
