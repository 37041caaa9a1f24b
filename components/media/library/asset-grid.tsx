'use client'

import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { Skeleton } from '@/components/ui/skeleton'
import type { Asset } from '@/lib/media/contract'
import { sizeText } from '@/lib/media-files/size-text'
import { formatNumber, plural } from '@/lib/text/number-text'
import { kindLabels, kindOf } from '../assets/asset-text'
import { AssetThumbnail } from '../assets/asset-thumbnail'
import { draggedFilesType } from '../folders/folder-bar'

const columns =
  'grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%/2.2),1fr))] gap-3 sm:gap-4 xl:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]'

type Props = {
  assets: Asset[]
  selected: ReadonlyMap<string, Asset>
  /** Viewers cannot select files. */
  canSelect: boolean
  onOpen: (asset: Asset) => void
  /** `isRange`: selects from the last selected file to this one. */
  onSelect: (asset: Asset, isRange: boolean) => void
  /** Files are dragged, to a folder. */
  onDragging: (isDragging: boolean) => void
}

/** The dragged file, with the other selected ones if it is selected. */
const draggedIds = (asset: Asset, selected: ReadonlyMap<string, Asset>): string[] =>
  selected.has(asset.id) ? [...selected.keys()] : [asset.id]

/** Arrow keys move through the grid in addition to Tab. */
export function AssetGrid({ assets, selected, canSelect, onOpen, onSelect, onDragging }: Props) {
  return (
    <ul
      aria-label="Files"
      data-selecting={selected.size > 0 || undefined}
      // Otherwise a drag that starts between two tiles selects the text of the page.
      className={classes(columns, 'group/grid select-none')}
      onKeyDown={moveFocus}
    >
      {assets.map((asset) => (
        <Tile
          key={asset.id}
          asset={asset}
          isSelected={selected.has(asset.id)}
          onOpen={() => onOpen(asset)}
          dragged={canSelect ? draggedIds(asset, selected) : null}
          onDragging={onDragging}
          onSelect={canSelect ? (isRange) => onSelect(asset, isRange) : null}
        />
      ))}
    </ul>
  )
}

/** Shown for the tile under the pointer or with the focus, for all with a selection, and always on touch screens. */
const checkboxReveal =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 group-data-selecting/grid:opacity-100 pointer-coarse:opacity-100'

type TileProps = {
  asset: Asset
  isSelected: boolean
  onOpen: () => void
  /** Ids of the files to drag to a folder. */
  dragged: string[] | null
  onDragging: (isDragging: boolean) => void
  onSelect: ((isRange: boolean) => void) | null
}

function Tile({ asset, isSelected, dragged, onOpen, onSelect, onDragging }: TileProps) {
  return (
    // All of the tile can be dragged: the checkbox covers a corner of its button.
    <li
      className="group relative"
      draggable={dragged !== null}
      onDragStart={(event) => {
        if (dragged === null) return
        event.dataTransfer.setData(draggedFilesType, dragged.join(','))
        event.dataTransfer.effectAllowed = 'move'
        if (dragged.length > 1) showCount(event, dragged.length)
        onDragging(true)
      }}
      onDragEnd={() => onDragging(false)}
    >
      <button
        type="button"
        data-tile
        onClick={onOpen}
        className={classes(
          'block w-full overflow-hidden rounded-xl border bg-surface text-left transition-colors',
          isSelected ? 'border-accent outline-2 outline-accent' : 'border-line hover:border-line-strong',
        )}
      >
        <AssetThumbnail asset={asset} />
        <span className="block px-2.5 py-2">
          <span className="block truncate font-medium" title={asset.name}>
            {asset.name}
          </span>
          <span className="block truncate text-sm text-ink-soft">{factsOf(asset)}</span>
        </span>
      </button>
      {onSelect && (
        <label className={classes('absolute top-0 left-0 flex size-11 items-center justify-center', checkboxReveal)}>
          <input
            type="checkbox"
            aria-label={`Select ${asset.name}`}
            checked={isSelected}
            onClick={(event: MouseEvent) => onSelect(event.shiftKey)}
            onChange={() => {}}
            className="size-5 accent-(--accent-fill)"
          />
        </label>
      )}
    </li>
  )
}

/** “1,080 × 1,350 · 131 kB”. A video's length is on its thumbnail. */
function factsOf(asset: Asset): string {
  const { width, height, file_size } = asset
  const kind = kindOf(asset)
  const isSized = kind !== 'film' && width !== null && height !== null
  return [
    isSized ? `${formatNumber(width)} × ${formatNumber(height)}` : kindLabels[kind].one,
    sizeText(file_size),
  ].join(' · ')
}

/** Shows “3 files” under the pointer instead of the one tile. */
function showCount({ dataTransfer }: DragEvent, files: number): void {
  const chip = document.createElement('span')
  chip.textContent = plural(files, 'file')
  chip.className = 'fixed -top-20 rounded-lg bg-accent-fill px-3 py-1.5 font-medium text-on-accent'
  document.body.append(chip)
  dataTransfer.setDragImage(chip, -12, -12)
  // The browser takes the picture of it after this event.
  setTimeout(() => chip.remove())
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.indexOf(document.activeElement as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const width = tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + width, ArrowUp: at - width }[event.key]
  const tile = next === undefined ? undefined : tiles[next]
  if (!tile) return
  event.preventDefault()
  tile.focus()
}

export const GridSkeleton = () => (
  <div role="status" className={columns}>
    <span className="sr-only">Loading the library</span>
    {[...Array(12).keys()].map((tile) => (
      <Skeleton key={tile} className="aspect-[1/1.35] w-full" />
    ))}
  </div>
)
