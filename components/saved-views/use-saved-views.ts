import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  updateSavedSearch,
} from '@/lib/openapi/operations.generated'
import type { SavedSearch, SavedView } from '@/lib/saved-searches/contract'
import type { InsightFilter } from '@/lib/saved-searches/filter'

/** What a screen shows: its filters, and for the list of stories also text, order and columns. */
export type ViewState = { filter: InsightFilter; view: SavedView }

/** The maximum per user and project. */
const viewsMax = 100

/** The saved views of one screen, by name. Those created by API clients belong to the top posts. */
export function useSavedViews(projectId: string, screen: SavedView['screen']) {
  const queries = useQueryClient()
  const toast = useToast()
  const queryKey = ['saved-views', projectId]
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSavedSearches, { id: projectId, limit: viewsMax }, { signal }),
    select: ({ saved_searches }) =>
      saved_searches
        .filter(({ view }) => (view?.screen ?? 'top_posts') === screen)
        .sort((one, other) => one.name.localeCompare(other.name)),
    staleTime: 60_000,
  })
  const refresh = () => queries.invalidateQueries({ queryKey })
  const save = async (name: string, state: ViewState): Promise<SavedSearch> => {
    const saved = await call(createSavedSearch, { id: projectId, name, ...state })
    await refresh()
    return saved
  }
  const change = async (id: string, changes: { name?: string } & Partial<ViewState>): Promise<void> => {
    await call(updateSavedSearch, { id, ...changes })
    await refresh()
  }
  const remove = useMutation({
    mutationFn: ({ id }: SavedSearch) => call(deleteSavedSearch, { id }),
    onSuccess: async (_, { name, filter, view }) => {
      await refresh()
      toast(`View “${name}” deleted.`, 'good', {
        label: 'Undo',
        onUndo: async () => {
          await call(createSavedSearch, { id: projectId, name, filter, view })
          await refresh()
        },
      })
    },
    onError: (problem) => toast(`View not deleted. ${problem.message}`, 'bad'),
  })
  return { views: data ?? [], error, save, change, remove: (view: SavedSearch) => remove.mutate(view) }
}
