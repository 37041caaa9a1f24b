import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { editAsset } from '@/lib/openapi/operations.generated'
import { mediaKeys } from '../assets/media-keys'
import { AssetDrafts, NameMissing } from './asset-drafts'

/** Files with changes that could not be saved, by id. They are shown again when the file is opened again. */
const unsaved = new Map<string, AssetDrafts>()

/** The fields of an open file. What is left unsaved is saved when the dialog closes or the user leaves the page. */
export function useAssetDrafts(projectId: string, asset: Asset) {
  const queries = useQueryClient()
  const toast = useToast()
  const { id } = asset
  // biome-ignore lint/correctness/useExhaustiveDependencies: new values of the file are loaded below.
  const drafts = useMemo(
    () =>
      unsaved.get(id) ??
      new AssetDrafts(asset, async (change) => {
        // The page may be closing.
        const saved = await call(editAsset, { id, ...change }, { keepalive: true })
        // Only the changed member: another save may have been answered in between.
        const [member] = Object.keys(change) as ('name' | 'alt_text' | 'category' | 'tags')[]
        const value = member && { [member]: saved[member] }
        queries.setQueryData<Asset>(mediaKeys.one(projectId, id), (before) => before && { ...before, ...value })
        void queries.invalidateQueries({ queryKey: mediaKeys.list(projectId) })
        void queries.invalidateQueries({ queryKey: mediaKeys.tags(projectId) })
        return saved
      }),
    [projectId, id],
  )
  useEffect(() => drafts.load(asset), [drafts, asset])
  useEffect(() => {
    const leave = (): void => void drafts.save()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      void drafts.save().then((isSaved) => {
        unsaved.delete(id)
        if (isSaved) return
        const { texts, states } = drafts.get()
        const [error] = Object.values(states).flatMap((state) => (state.kind === 'failed' ? [state.error] : []))
        // An empty name has nothing to keep.
        if (error instanceof NameMissing) return
        unsaved.set(id, drafts)
        const reason = error instanceof Error ? error.message : ''
        toast(`Changes to ${texts.name} were not saved. ${reason} Open the file to try again.`, 'bad')
      })
    }
  }, [drafts, id, toast])
  return { fields: useSyncExternalStore(drafts.subscribe, drafts.get, drafts.get), drafts }
}
