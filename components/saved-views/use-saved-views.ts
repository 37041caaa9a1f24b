import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDelayedDelete } from '@/components/ui/use-delayed-delete'
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
  const { remove, withoutDeleted, sendPending } = useDelayedDelete<SavedSearch>({
    nameOf: ({ name }) => `View “${name}”`,
    send: ({ id }) => call(deleteSavedSearch, { id }, { keepalive: true }),
    refresh,
  })
  const save = async (name: string, state: ViewState): Promise<SavedSearch> => {
    // Names are unique, and the name of a deleted view can be used again.
    await sendPending()
    const saved = await call(createSavedSearch, { id: projectId, name, ...state })
    await refresh()
    return saved
  }
  const change = async (id: string, changes: { name?: string } & Partial<ViewState>): Promise<void> => {
    await sendPending()
    await call(updateSavedSearch, { id, ...changes })
    await refresh()
  }
  return { views: withoutDeleted(data ?? []), error, save, change, remove }
}
