'use client'

import { ImageOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Asset } from '@/lib/media/contract'
import { AssetPicture } from './asset-picture'
import { ChooseFiles } from './choose-files'
import { isFiltered, type MediaFilter, noFilter } from './media-filter'
import { MediaSearch } from './media-search'
import { MoreBelow } from './more-below'
import { UploadRows } from './upload-rows'
import { useAssets } from './use-assets'
import { useFileDrop } from './use-file-drop'
import { useUploads } from './use-uploads'
import { countWords, kindOf, kindWords } from './words'

type Props = {
  projectId: string
  isOpen: boolean
  onClose: () => void
  /** In the order in which they were chosen. */
  onPick: (assets: Asset[]) => void
  /** How many more can be taken. */
  max?: number
  title?: string
}

/** Files of the library to take, several in an order; what is missing is uploaded on the spot. */
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
  const [chosen, setChosen] = useState<Asset[]>([])
  const uploading = useUploads(projectId)
  const mayUpload = useMay('media:write')
  const root = useRef<HTMLDivElement>(null)
  const isOver = useFileDrop(root, mayUpload, uploading.add)
  const input = useRef<HTMLInputElement>(null)
  const isFull = chosen.length >= max
  useFreshlyUploaded(uploading.uploads, (assets) => setChosen((before) => united(before, assets).slice(0, max)))
  const toggle = (asset: Asset): void => setChosen((before) => toggled(before, asset, max))
  return (
    <div
      ref={root}
      className={classes('flex flex-col gap-4', isOver && 'rounded-lg outline-2 outline-offset-8 outline-focus')}
    >
      <div>
        <MediaSearch projectId={projectId} filter={filter} onChange={setFilter} />
        {mayUpload ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <ChooseFiles isSmall input={input} onFiles={uploading.add} />
            <span className="text-sm text-ink-soft">Or drop files here, or paste them.</span>
          </div>
        ) : (
          <RoleNote scope="media:write" />
        )}
      </div>
      <UploadRows uploading={uploading} onChooseAgain={() => input.current?.click()} />
      <PickGrid projectId={projectId} filter={filter} chosen={chosen} isFull={isFull && max > 1} onToggle={toggle} />
      <p role="status" className="text-sm text-ink-soft">
        {chosen.length === 0
          ? 'Choose in the order in which they are to be shown.'
          : `${countWords(chosen.length)} chosen.`}
        {isFull && max > 1 && ' No more fit.'}
      </p>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onPick(chosen)
            onClose()
          }}
        >
          {chosen.length > 1 ? `Use ${chosen.length} files` : 'Use the file'}
        </Button>
      </DialogButtons>
    </div>
  )
}

const united = (before: Asset[], more: Asset[]): Asset[] => [
  ...before,
  ...more.filter(({ id }) => !before.some((one) => one.id === id)),
]

/** Where only one fits, another takes its place. */
function toggled(before: Asset[], asset: Asset, max: number): Asset[] {
  if (before.some(({ id }) => id === asset.id)) return before.filter(({ id }) => id !== asset.id)
  if (max === 1) return [asset]
  return before.length < max ? [...before, asset] : before
}

/** What was uploaded in here is meant to be used: it is chosen when it is done. */
function useFreshlyUploaded(
  uploads: ReturnType<typeof useUploads>['uploads'],
  onDone: (assets: Asset[]) => void,
): void {
  const known = useRef(new Set<string>())
  const tell = useRef(onDone)
  useEffect(() => {
    tell.current = onDone
  })
  useEffect(() => {
    const fresh = uploads.filter(({ id, asset }) => asset !== null && !known.current.has(id))
    for (const { id } of fresh) known.current.add(id)
    if (fresh.length > 0) tell.current(fresh.flatMap(({ asset }) => asset ?? []))
  }, [uploads])
}

type GridProps = {
  projectId: string
  filter: MediaFilter
  chosen: Asset[]
  isFull: boolean
  onToggle: (asset: Asset) => void
}

const frame = 'min-h-72'
const columns = 'grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3'

function PickGrid({ projectId, filter, chosen, isFull, onToggle }: GridProps) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useAssets(projectId, filter)
  const assets = data?.pages.flatMap((page) => page.assets) ?? []
  if (isPending) return <Waiting />
  return (
    <div className={frame}>
      {error && <ErrorNote isReading error={error} title="The library may be out of date" />}
      {assets.length === 0 && !error && <Nothing filter={filter} />}
      <ul aria-label="Files of the library" className={columns}>
        {assets.map((asset) => {
          const place = chosen.findIndex(({ id }) => id === asset.id) + 1
          return (
            <li key={asset.id}>
              <PickTile
                asset={asset}
                place={place}
                isDisabled={isFull && place === 0}
                onToggle={() => onToggle(asset)}
              />
            </li>
          )
        })}
      </ul>
      <MoreBelow hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />
    </div>
  )
}

const Waiting = (): ReactNode => (
  <div role="status" className={classes(frame, columns, 'content-start')}>
    <span className="sr-only">Loading the library</span>
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
      <Skeleton key={key} className="aspect-square w-full" />
    ))}
  </div>
)

const Nothing = ({ filter }: { filter: MediaFilter }): ReactNode => (
  <p className="flex flex-col items-center gap-2 py-14 text-center text-ink-soft">
    <ImageOff aria-hidden size={28} strokeWidth={1.5} />
    {isFiltered(filter) ? 'No file fits this search.' : 'The library is empty. Upload the first file here.'}
  </p>
)

type TileProps = { asset: Asset; place: number; isDisabled: boolean; onToggle: () => void }

function PickTile({ asset, place, isDisabled, onToggle }: TileProps) {
  const isChosen = place > 0
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onToggle}
      className={classes(
        'relative block w-full overflow-hidden rounded-lg border text-left disabled:cursor-not-allowed disabled:opacity-50',
        isChosen ? 'border-accent outline-2 outline-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <AssetPicture asset={asset} />
      <span className="block truncate px-2 py-1 text-sm">{asset.name}</span>
      <span className="sr-only">, {kindWords[kindOf(asset)].one.toLowerCase()}</span>
      {isChosen && (
        <span className="absolute top-1.5 left-1.5 flex size-6 items-center justify-center rounded-full bg-accent text-sm font-semibold text-on-accent">
          <span className="sr-only">, number </span>
          {place}
        </span>
      )}
    </button>
  )
}
