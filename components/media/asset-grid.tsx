'use client'

import type { KeyboardEvent, MouseEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { Skeleton } from '@/components/ui/skeleton'
import type { Asset } from '@/lib/media/contract'
import { AssetPicture } from './asset-picture'
import { kindOf, kindWords, sizeWords } from './words'

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%/2.2),1fr))] gap-3 sm:gap-4'

type Props = {
  assets: Asset[]
  chosen: ReadonlyMap<string, Asset>
  /** Who may change nothing has nothing to choose for. */
  canChoose: boolean
  onOpen: (asset: Asset) => void
  /** `isRange`: from the one that was chosen last up to here. */
  onChoose: (asset: Asset, isRange: boolean) => void
}

/** Tab goes through the files; the arrows do, too, as one sees them. */
export function AssetGrid({ assets, chosen, canChoose, onOpen, onChoose }: Props) {
  return (
    <ul aria-label="Files" className={columns} onKeyDown={moveFocus}>
      {assets.map((asset) => (
        <Tile
          key={asset.id}
          asset={asset}
          isChosen={chosen.has(asset.id)}
          onOpen={() => onOpen(asset)}
          onChoose={canChoose ? (isRange) => onChoose(asset, isRange) : null}
        />
      ))}
    </ul>
  )
}

type TileProps = {
  asset: Asset
  isChosen: boolean
  onOpen: () => void
  onChoose: ((isRange: boolean) => void) | null
}

function Tile({ asset, isChosen, onOpen, onChoose }: TileProps) {
  const kind = kindWords[kindOf(asset)].one
  return (
    <li className="relative">
      <button
        type="button"
        data-tile
        onClick={onOpen}
        className={classes(
          'block w-full overflow-hidden rounded-xl border bg-surface text-left transition-colors',
          isChosen ? 'border-accent outline-2 outline-accent' : 'border-line hover:border-line-strong',
        )}
      >
        <AssetPicture asset={asset} />
        <span className="block px-2.5 py-2">
          <span className="block truncate font-medium" title={asset.name}>
            {asset.name}
          </span>
          <span className="block truncate text-sm text-ink-soft">
            {kind}, {sizeWords(asset.file_size)}
          </span>
        </span>
      </button>
      {onChoose && (
        <label className="absolute top-0 left-0 flex size-11 items-center justify-center">
          <input
            type="checkbox"
            aria-label={`Choose ${asset.name}`}
            checked={isChosen}
            onClick={(event: MouseEvent) => onChoose(event.shiftKey)}
            onChange={() => {}}
            className="size-5 accent-(--accent)"
          />
        </label>
      )}
    </li>
  )
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
    {Array.from({ length: 12 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
      <Skeleton key={index} className="aspect-[1/1.35] w-full" />
    ))}
  </div>
)
