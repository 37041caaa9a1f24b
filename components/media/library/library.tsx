'use client'

import { FilterX, ImagePlus, Images } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useIdlePreload } from '@/components/ui/lazy/retry-import'
import { PageHeader } from '@/components/ui/page-header'
import { LoadMore } from '../assets/load-more'
import { isFiltered, type MediaFilter, noFilter, writeMediaFilter } from '../assets/media-filter'
import { MediaSearch } from '../assets/media-search'
import { type AssetPage, type StorageUse, useAssets } from '../assets/use-assets'
import { FolderBar } from '../folders/folder-bar'
import { useMoveAssets } from '../folders/use-folders'
import { acceptedTypesText, maxSizesText } from '../uploads/accepted-files'
import { ChooseFiles } from '../uploads/choose-files'
import { useFileDrop } from '../uploads/use-file-drop'
import { useUploads } from '../uploads/use-uploads'
import { AssetGrid, GridSkeleton } from './asset-grid'
import { StorageUsage } from './storage-usage'
import { type DeletedAsset, useAssetDeletion } from './use-asset-deletion'
import { useLibraryUrl } from './use-library-url'
import { useSelection } from './use-selection'

// Loaded on demand, because most visits only search.
const loadDialog = () => import('./asset-dialog').then((it) => it.AssetDialog)
const loadUploadList = () => import('../uploads/upload-list').then((it) => it.UploadList)
const loadActions = () => import('./asset-actions').then((it) => it.AssetActions)
const AssetDialog = lazyComponent(loadDialog)
const UploadList = lazyComponent(loadUploadList, () => <UploadsLoading />)
const AssetActions = lazyComponent(loadActions)
/** Preloaded, because a file may be dropped or the connection lost at any time. */
const parts = [loadUploadList, loadActions, loadDialog]

type Props = { projectId: string; initial: AssetPage; initialFilter: MediaFilter; initialStorage: StorageUse }

export function Library({ projectId, initial, initialFilter, initialStorage }: Props) {
  const { filter, fileId, show, open } = useLibraryUrl()
  const isInitial = writeMediaFilter(filter) === writeMediaFilter(initialFilter)
  const library = useAssets(projectId, filter, isInitial ? initial : undefined)
  const deletion = useAssetDeletion(projectId)
  const assets = deletion.withoutDeleted(library.data?.pages.flatMap((page) => page.assets) ?? [])
  const { selected, select, drop, clear } = useSelection(assets)
  const uploading = useUploads(projectId, 'library')
  // The same file again would be the one that is about to be deleted.
  const upload = (files: File[]): void => void deletion.sendPending().then(() => uploading.add(files))
  const remove = (chosen: DeletedAsset[]): void => {
    deletion.removeAll(chosen)
    drop(chosen.map(({ id }) => id))
  }
  const move = useMoveAssets(projectId)
  const mayWrite = useMay('media:write')
  // An open dialog would hide the uploads.
  const isOver = useFileDrop(null, mayWrite && fileId === null, upload)
  const [isDragging, setIsDragging] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useIdlePreload(parts)
  return (
    <>
      <PageHeader
        title="Media"
        tools={<MediaSearch projectId={projectId} filter={filter} onChange={show} />}
        action={
          <span className="flex items-center gap-4">
            <StorageUsage projectId={projectId} initial={initialStorage} className="max-sm:hidden" />
            {mayWrite && <ChooseFiles tone="primary" input={input} onFiles={upload} />}
          </span>
        }
      />
      <RoleNote scope="media:write" className="mb-4 text-ink-soft" />
      {(uploading.uploads.length > 0 || uploading.interrupted.length > 0) && (
        <UploadList isFloating uploading={uploading} onChooseAgain={() => input.current?.click()} />
      )}
      <StorageUsage projectId={projectId} initial={initialStorage} className="mb-3 sm:hidden" />
      <FolderBar
        projectId={projectId}
        value={filter.folder}
        isDragging={isDragging}
        onChange={(folder) => show({ ...filter, folder })}
        onDropFiles={(ids, folderId) =>
          move.mutate({ assets: [...assets, ...selected.values()].filter(isIn(ids)), folderId })
        }
      />
      {move.error && <ErrorNote error={move.error} title="Could not move the files" />}
      <Files
        library={library}
        isEmpty={assets.length === 0}
        empty={<Empty {...{ filter, input, mayWrite }} onShowAll={() => show({ ...noFilter, sort: filter.sort })} />}
      >
        <AssetGrid
          assets={assets}
          selected={selected}
          canSelect={mayWrite}
          onOpen={({ id }) => open(id)}
          onSelect={select}
          onDragging={setIsDragging}
        />
      </Files>
      {selected.size > 0 && (
        <AssetActions projectId={projectId} selected={[...selected.values()]} onClear={clear} onDelete={remove} />
      )}
      {fileId && (
        <AssetDialog
          key={fileId}
          projectId={projectId}
          id={fileId}
          known={assets.find(({ id }) => id === fileId)}
          onOpen={open}
          onClose={() => open(null)}
          onDelete={(chosen) => {
            open(null)
            remove(chosen)
          }}
        />
      )}
      {isOver && <DropHere />}
    </>
  )
}

/** Each file once: the selection may have files that are not on the page. */
const isIn =
  (ids: string[]) =>
  (asset: { id: string }, at: number, all: { id: string }[]): boolean =>
    ids.includes(asset.id) && all.findIndex(({ id }) => id === asset.id) === at

const UploadsLoading = () => (
  <p role="status" className="panel p-4 text-ink-soft">
    The upload starts when you are back online.
  </p>
)

type FilesProps = { library: ReturnType<typeof useAssets>; isEmpty: boolean; empty: ReactNode; children: ReactNode }

function Files({ library, isEmpty, empty, children }: FilesProps) {
  const { error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = library
  if (isPending) return <GridSkeleton />
  return (
    <div className="flex flex-col gap-4" aria-busy={isPlaceholderData || undefined}>
      {error && (
        <ErrorNote isReading error={error} title="The library may be out of date" onRetry={() => void refetch()} />
      )}
      {isEmpty ? !error && empty : children}
      <LoadMore hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  )
}

type EmptyProps = {
  filter: MediaFilter
  mayWrite: boolean
  input: RefObject<HTMLInputElement | null>
  onShowAll: () => void
}

function Empty({ filter, mayWrite, input, onShowAll }: EmptyProps) {
  if (isFiltered(filter)) {
    return (
      <EmptyState Icon={FilterX} title="No files found" action={<Button onClick={onShowAll}>Show all files</Button>}>
        The search matches the beginning of words in names, categories and tags.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={Images}
      title="No files yet"
      action={
        mayWrite && (
          <Button tone="primary" icon={<ImagePlus aria-hidden size={16} />} onClick={() => input.current?.click()}>
            Upload your first files
          </Button>
        )
      }
    >
      Upload images and videos once and use them in any story: {acceptedTypesText}, {maxSizesText}. You can also drop or
      paste files anywhere on this page.
    </EmptyState>
  )
}

/** Shown while files are dragged over the page, which handles the drop. */
const DropHere = () => (
  <div
    aria-hidden
    className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-2xl border-2 border-dashed border-accent bg-accent-wash/90"
  >
    <p className="flex items-center gap-3 text-xl font-semibold text-accent">
      <ImagePlus size={28} /> Drop files to upload
    </p>
  </div>
)
