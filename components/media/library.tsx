'use client'

import { FilterX, ImagePlus, Images } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { later } from '@/components/ui/later'
import { useAtRest } from '@/components/ui/load-patiently'
import { PageHeader } from '@/components/ui/page-header'
import { AssetGrid, GridSkeleton } from './asset-grid'
import { ChooseFiles } from './choose-files'
import { isFiltered, type MediaFilter, noFilter, writeMediaFilter } from './media-filter'
import { MediaSearch } from './media-search'
import { MoreBelow } from './more-below'
import { StorageUse } from './storage-use'
import { maxWords, takenWords } from './taken'
import { useAddress } from './use-address'
import { type AssetPage, type StorageUseAnswer, useAssets } from './use-assets'
import { useChosen } from './use-chosen'
import { useFileDrop } from './use-file-drop'
import { useUploads } from './use-uploads'

// Of a file that is looked at, of some that are sent or chosen: most come to find one.
const loadDialog = () => import('./asset-dialog').then((it) => it.AssetDialog)
const loadRows = () => import('./upload-rows').then((it) => it.UploadRows)
const loadBar = () => import('./selection-bar').then((it) => it.SelectionBar)
const AssetDialog = later(loadDialog)
const UploadRows = later(loadRows, () => <RowsSoon />)
const SelectionBar = later(loadBar)
/** Files may be dropped, and the line be lost, at any time: then the page must have what it needs for both. */
const parts = [loadRows, loadBar, loadDialog]

type Props = { projectId: string; initial: AssetPage; initialFilter: MediaFilter; initialStorage: StorageUseAnswer }

export function Library({ projectId, initial, initialFilter, initialStorage }: Props) {
  const { filter, fileId, show, open } = useAddress()
  const isInitial = writeMediaFilter(filter) === writeMediaFilter(initialFilter)
  const library = useAssets(projectId, filter, isInitial ? initial : undefined)
  const assets = library.data?.pages.flatMap((page) => page.assets) ?? []
  const { chosen, choose, drop, clear } = useChosen(assets)
  const uploading = useUploads(projectId, 'library')
  const mayWrite = useMay('media:write')
  // Under an open file a drop would go unseen.
  const isOver = useFileDrop(null, mayWrite && fileId === null, uploading.add)
  const input = useRef<HTMLInputElement>(null)
  useAtRest(parts)
  return (
    <>
      <PageHeader
        title="Media"
        action={mayWrite && <ChooseFiles tone="primary" input={input} onFiles={uploading.add} />}
      >
        {mayWrite
          ? `${takenWords}, up to ${maxWords} each. Drop or paste them anywhere here.`
          : 'Pictures, films and drawings for stories.'}
      </PageHeader>
      <StorageUse projectId={projectId} initial={initialStorage} />
      <RoleNote scope="media:write" className="mb-4 text-ink-soft" />
      <div className="mb-4 empty:hidden">
        {(uploading.uploads.length > 0 || uploading.interrupted.length > 0) && (
          <UploadRows uploading={uploading} onChooseAgain={() => input.current?.click()} />
        )}
      </div>
      <MediaSearch projectId={projectId} filter={filter} onChange={show} />
      <Files library={library} empty={<Empty {...{ filter, input, mayWrite }} onShowAll={() => show(noFilter)} />}>
        <AssetGrid
          assets={assets}
          chosen={chosen}
          canChoose={mayWrite}
          onOpen={({ id }) => open(id)}
          onChoose={choose}
        />
      </Files>
      {chosen.size > 0 && (
        <SelectionBar projectId={projectId} chosen={[...chosen.values()]} onClear={clear} onGone={drop} />
      )}
      {fileId && (
        <AssetDialog
          key={fileId}
          projectId={projectId}
          id={fileId}
          known={assets.find(({ id }) => id === fileId)}
          onClose={() => open(null)}
          onDeleted={() => {
            drop([fileId])
            open(null)
          }}
        />
      )}
      {isOver && <DropHere />}
    </>
  )
}

const RowsSoon = () => (
  <p role="status" className="panel p-4 text-ink-soft">
    The upload begins as soon as the connection is there.
  </p>
)

type FilesProps = { library: ReturnType<typeof useAssets>; empty: ReactNode; children: ReactNode }

function Files({ library, empty, children }: FilesProps) {
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = library
  if (isPending) return <GridSkeleton />
  const isEmpty = data?.pages.every((page) => page.assets.length === 0) ?? true
  return (
    <div className="flex flex-col gap-4" aria-busy={isPlaceholderData || undefined}>
      {error && (
        <ErrorNote
          isReading
          error={error}
          title="The library may be out of date"
          action={
            <Button isSmall onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {isEmpty ? !error && empty : children}
      <MoreBelow hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
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
      <EmptyState
        Icon={FilterX}
        title="No file fits this search"
        action={<Button onClick={onShowAll}>Show all files</Button>}
      >
        Words are looked for at their beginnings, in names, categories and tags.
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
            Upload the first files
          </Button>
        )
      }
    >
      What is uploaded here is at hand in every story, is looked at once, and stays where the networks can fetch it.
    </EmptyState>
  )
}

/** While files are held over the page. It only shows; the page itself takes them. */
const DropHere = () => (
  <div
    aria-hidden
    className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-2xl border-2 border-dashed border-accent bg-accent-wash/90"
  >
    <p className="flex items-center gap-3 text-xl font-semibold text-accent">
      <ImagePlus size={28} /> Drop to add to the library
    </p>
  </div>
)
