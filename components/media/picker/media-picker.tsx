'use client'

import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Asset } from '@/lib/media/contract'
import { plural } from '@/lib/text/number-text'
import { kindLabels, kindOf } from '../assets/asset-text'
import { AssetThumbnail } from '../assets/asset-thumbnail'
import { LoadMore } from '../assets/load-more'
import { isFiltered, type MediaFilter, noFilter } from '../assets/media-filter'
import { MediaSearch } from '../assets/media-search'
import { useAssets } from '../assets/use-assets'
import { inTreeOrder, useFolders } from '../folders/use-folders'
import { ChooseFiles } from '../uploads/choose-files'
import { UploadList } from '../uploads/upload-list'
import { useFileDrop } from '../uploads/use-file-drop'
import { useUploads } from '../uploads/use-uploads'

type Props = {
  projectId: string
  isOpen: boolean
  onClose: () => void
  /** In the order of selection. */
  onPick: (assets: Asset[]) => void
  /** Max files to pick. */
  max?: number
  title?: string
}

/** Dialog to pick files from the library, in order. New files can be uploaded in it. */
export function MediaPicker({ isOpen, title = 'Media library', ...rest }: Props) {
  if (!isOpen) return null
  return (
    <Dialog isWide title={title} onClose={rest.onClose}>
      <Picker {...rest} />
    </Dialog>
  )
}

function Picker({ projectId, onClose, onPick, max = Infinity }: Omit<Props, 'isOpen' | 'title'>) {
  const [filter, setFilter] = useState<MediaFilter>(noFilter)
  const [selected, setSelected] = useState<Asset[]>([])
  const folders = inTreeOrder(useFolders(projectId).data?.folders ?? [])
  const uploading = useUploads(projectId)
  const mayUpload = useMay('media:write')
  const root = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(root, mayUpload, uploading.add)
  const input = useRef<HTMLInputElement>(null)
  const isFull = selected.length >= max
  useNewUploads(uploading.uploads, (assets) => setSelected((before) => merged(before, assets).slice(0, max)))
  const toggle = (asset: Asset): void => setSelected((before) => toggled(before, asset, max))
  return (
    <div
      ref={root}
      className={classes('flex flex-col gap-4', isOver && 'rounded-lg outline-2 outline-offset-8 outline-focus')}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <MediaSearch projectId={projectId} filter={filter} onChange={setFilter}>
          {folders.length > 0 && (
            <FilterChip
              label="Folder"
              options={folders.map(({ folder, depth }) => ({
                value: folder.id,
                label: `${'› '.repeat(depth)}${folder.name} (${folder.files})`,
              }))}
              value={filter.folder}
              onChange={(folder) => setFilter({ ...filter, folder })}
            />
          )}
        </MediaSearch>
        {mayUpload && <ChooseFiles isSmall input={input} onFiles={uploading.add} />}
      </div>
      {!mayUpload && <RoleNote scope="media:write" />}
      <UploadList uploading={uploading} onChooseAgain={() => input.current?.click()} />
      <PickGrid
        projectId={projectId}
        filter={filter}
        selected={selected}
        isFull={isFull && max > 1}
        onToggle={toggle}
      />
      <p role="status" className="text-sm text-ink-soft">
        {selected.length === 0
          ? `Select files in the order they should appear.${mayUpload ? ' Drop or paste files to upload them.' : ''}`
          : `${plural(selected.length, 'file')} selected.`}
        {isFull && max > 1 && ' Limit reached.'}
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          disabled={selected.length === 0}
          onClick={() => {
            onPick(selected)
            onClose()
          }}
        >
          {selected.length > 1 ? `Use ${selected.length} files` : 'Use file'}
        </Button>
      </DialogButtons>
    </div>
  )
}

const merged = (before: Asset[], more: Asset[]): Asset[] => [
  ...before,
  ...more.filter(({ id }) => !before.some((one) => one.id === id)),
]

/** With a limit of one, a new file replaces the other. */
function toggled(before: Asset[], asset: Asset, max: number): Asset[] {
  if (before.some(({ id }) => id === asset.id)) return before.filter(({ id }) => id !== asset.id)
  if (max === 1) return [asset]
  return before.length < max ? [...before, asset] : before
}

/** Selects files that were uploaded in this dialog. */
function useNewUploads(uploads: ReturnType<typeof useUploads>['uploads'], onDone: (assets: Asset[]) => void): void {
  const known = useRef(new Set<string>())
  const latestOnDone = useRef(onDone)
  useEffect(() => {
    latestOnDone.current = onDone
  })
  useEffect(() => {
    const fresh = uploads.filter(({ id, asset }) => asset !== null && !known.current.has(id))
    for (const { id } of fresh) known.current.add(id)
    if (fresh.length > 0) latestOnDone.current(fresh.flatMap(({ asset }) => asset ?? []))
  }, [uploads])
}

type GridProps = {
  projectId: string
  filter: MediaFilter
  selected: Asset[]
  isFull: boolean
  onToggle: (asset: Asset) => void
}

const frame = 'min-h-72'
const columns = 'grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3'

function PickGrid({ projectId, filter, selected, isFull, onToggle }: GridProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useAssets(projectId, filter)
  const assets = data?.pages.flatMap((page) => page.assets) ?? []
  if (isPending) return <LoadingGrid />
  return (
    <div className={frame}>
      {error && <ErrorNote isReading error={error} title="The library may be out of date" />}
      {assets.length === 0 && !error && <NoFiles filter={filter} />}
      <ul aria-label="Library files" className={columns}>
        {assets.map((asset) => {
          const position = selected.findIndex(({ id }) => id === asset.id) + 1
          return (
            <li key={asset.id}>
              <PickTile
                asset={asset}
                position={position}
                isDisabled={isFull && position === 0}
                onToggle={() => onToggle(asset)}
              />
            </li>
          )
        })}
      </ul>
      <LoadMore hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  )
}

const LoadingGrid = (): ReactNode => (
  <div role="status" className={classes(frame, columns, 'content-start')}>
    <span className="sr-only">Loading the library</span>
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} className="aspect-square w-full" />
    ))}
  </div>
)

const NoFiles = ({ filter }: { filter: MediaFilter }): ReactNode => (
  <p className="flex flex-col items-center gap-2 py-14 text-center text-ink-soft">
    <ImageOff aria-hidden size={28} strokeWidth={1.5} />
    {isFiltered(filter) ? 'No files found.' : 'The library is empty. Upload the first file here.'}
  </p>
)

type TileProps = { asset: Asset; position: number; isDisabled: boolean; onToggle: () => void }

function PickTile({ asset, position, isDisabled, onToggle }: TileProps) {
  const isSelected = position > 0
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      disabled={isDisabled}
      onClick={onToggle}
      className={classes(
        'relative block w-full overflow-hidden rounded-lg border text-left disabled:cursor-not-allowed disabled:opacity-50',
        isSelected ? 'border-accent outline-2 outline-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <AssetThumbnail asset={asset} />
      <span className="block truncate px-2 py-1 text-sm">{asset.name}</span>
      <span className="sr-only">, {kindLabels[kindOf(asset)].one.toLowerCase()}</span>
      {isSelected && (
        <span className="absolute top-1.5 left-1.5 flex size-6 items-center justify-center rounded-full bg-accent-fill text-sm font-semibold text-on-accent">
          <span className="sr-only">, number </span>
          {position}
        </span>
      )}
    </button>
  )
}
