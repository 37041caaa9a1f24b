'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { connectionsKey } from '@/components/connections/use-connections'
import { call } from '@/lib/api/client'
import {
  createPinterestBoard,
  listPinterestBoards,
  listPinterestSections,
  setDefaultPinterestBoard,
} from '@/lib/openapi/operations.generated'

const boardsKey = (projectId: string) => ['pinterest-boards', projectId] as const

/** The boards of the project's Pinterest account. All callers share one query. */
export function useBoards(projectId: string, isConnected: boolean) {
  return useQuery({
    queryKey: boardsKey(projectId),
    queryFn: ({ signal }) => call(listPinterestBoards, { project_id: projectId }, { signal }),
    enabled: isConnected,
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** The sections of a board. Disabled without a board. */
export function useSections(projectId: string, boardId: string | null) {
  return useQuery({
    queryKey: [...boardsKey(projectId), 'sections', boardId],
    queryFn: ({ signal }) => call(listPinterestSections, { project_id: projectId, id: boardId ?? '' }, { signal }),
    enabled: boardId !== null && /^\d+$/.test(boardId),
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** Reloads the list from Pinterest. */
export function useRefreshBoards(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(listPinterestBoards, { project_id: projectId, refresh: '1' }),
    onSuccess: (list) => {
      queries.setQueryData(boardsKey(projectId), list)
      void queries.invalidateQueries({ queryKey: [...boardsKey(projectId), 'sections'] })
    },
  })
}

/** Sets the default board. */
export function useDefaultBoard(projectId: string) {
  const refetch = useRefetch(projectId)
  return useMutation({
    mutationFn: (boardId: string | null) =>
      call(setDefaultPinterestBoard, { project_id: projectId, default_board_id: boardId }),
    onSuccess: refetch,
  })
}

export type NewBoard = { name: string; description: string; isSecret: boolean; isDefault: boolean }

export function useNewBoard(projectId: string) {
  const refetch = useRefetch(projectId)
  return useMutation({
    mutationFn: ({ name, description, isSecret, isDefault }: NewBoard) =>
      call(createPinterestBoard, {
        project_id: projectId,
        name,
        description: description || null,
        privacy: isSecret ? 'SECRET' : 'PUBLIC',
        set_as_default: isDefault,
      }),
    onSuccess: refetch,
  })
}

/** The list and the connection both show the default board. */
function useRefetch(projectId: string): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: boardsKey(projectId) }),
      queries.invalidateQueries({ queryKey: connectionsKey(projectId) }),
    ])
  }
}
