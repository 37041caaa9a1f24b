'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import type { ChannelId } from '@/lib/channel-ids'
import type { Asset } from '@/lib/media/contract'
import { formatNumber } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'
import { viewUrl } from '../assets/thumbnail'
import {
  areaWithRatio,
  isWhole,
  mirrored,
  pixelsOf,
  type Rotation,
  rotatedSize,
  type Size,
  turned,
  wholeArea,
  zoomed,
  zoomMax,
  zoomOf,
} from './crop-area'
import { cropFile } from './crop-file'
import { CropFrame } from './crop-frame'
import { type CropPreset, cropPresets, freePreset } from './crop-presets'
import { PresetList } from './preset-list'
import { type Edit, useEdit } from './use-edit'

/** A file of the library, or only the URL of an image. */
export type EditableImage = { file_url: string } & Partial<
  Pick<Asset, 'id' | 'name' | 'width' | 'height' | 'file_size' | 'duration_seconds'>
>

export type ImageEditorProps = {
  projectId: string
  /** An image given by URL becomes a file of the library when the crop is saved. */
  asset: EditableImage
  /** Gets the new file. The original stays as it is. The editor closes afterwards. */
  onSaved: (asset: Asset) => void
  onClose: () => void
  /** Offered ratios. Default: all of `cropPresets`. */
  presets?: readonly CropPreset[]
  /** Networks whose ratios are listed first, e.g. the channels of the story. */
  channels?: readonly ChannelId[]
  /** The id of the ratio to start with. */
  initialPreset?: string
  /** Label of the primary button. */
  saveLabel?: string
}

/**
 * Crops, rotates and flips an image, and saves the result as a new file. The server makes it from the original. Use it
 * with `lazyImageEditor`, because it is large. `canEditImage` tells whether a file can be edited.
 */
export function ImageEditor(props: ImageEditorProps) {
  return (
    <Dialog isWidest title="Edit image" onClose={props.onClose}>
      <Editor {...props} />
    </Dialog>
  )
}

const startOf = (presetId: string): Edit => ({ presetId, rotate: 0, flip: false, area: wholeArea })

function Editor({
  projectId,
  asset,
  onSaved,
  onClose,
  presets = cropPresets,
  channels = [],
  initialPreset = freePreset.id,
  saveLabel = 'Save as new file',
}: ImageEditorProps) {
  const { width, height } = asset
  const [size, setSize] = useState<Size | null>(width && height ? { width, height } : null)
  const [isBroken, setIsBroken] = useState(false)
  const history = useEdit(startOf(initialPreset))
  const { edit } = history
  useUndoKey(history)
  const preset = presets.find(({ id }) => id === edit.presetId) ?? freePreset
  // The initial ratio applies as soon as the size is known.
  const [isReady, setIsReady] = useState(false)
  const learnSize = (natural: Size): void => {
    const known = size ?? natural
    setSize(known)
    if (isReady) return
    setIsReady(true)
    if (preset.ratio) history.change({ area: areaWithRatio(wholeArea, preset.ratio, known) })
  }
  const save = useSave({ projectId, asset, edit, onSaved, onClose })
  const shownSize = rotatedSize(size ?? { width: 1, height: 1 }, edit.rotate)
  const result = pixelsOf(edit.area, shownSize)
  const isChanged = !isWhole(edit.area) || edit.rotate !== 0 || edit.flip
  const choose = ({ id, ratio }: CropPreset): void =>
    history.change({ presetId: id, ...(ratio ? { area: areaWithRatio(edit.area, ratio, shownSize) } : {}) })
  return (
    <div className="flex flex-col gap-4 [--stage:min(44dvh,26rem)] sm:[--stage:min(60dvh,44rem)]">
      <div className="flex flex-col gap-4 sm:grid sm:grid-cols-[minmax(0,1fr)_13rem]">
        <div className="flex min-w-0 flex-col gap-3">
          {isBroken ? (
            <p role="alert" className="flex h-(--stage) items-center justify-center rounded-lg bg-sunken p-4">
              The image cannot be shown. Check that its URL still works.
            </p>
          ) : (
            <CropFrame
              src={viewUrl(projectId, asset)}
              alt={asset.name ?? 'The image'}
              size={size}
              onSize={learnSize}
              onError={() => setIsBroken(true)}
              rotate={edit.rotate}
              flip={edit.flip}
              area={edit.area}
              ratio={preset.ratio}
              onChange={history.show}
              onDone={history.finish}
            />
          )}
          <Tools history={history} ratio={preset.ratio} size={shownSize} />
        </div>
        <div className="min-h-0 overflow-y-auto max-sm:max-h-36 sm:max-h-[calc(var(--stage)+2.75rem)]">
          <PresetList presets={presets} channels={channels} value={preset.id} onChange={choose} />
        </div>
      </div>
      {save.error && <ErrorNote error={save.error} title="Could not save the image" />}
      <DialogButtons>
        <p role="status" className="min-w-16 flex-1 self-center text-sm text-ink-soft tabular-nums max-sm:text-xs">
          {/* Only the view of an image that was given by URL may be loaded, which is smaller. */}
          {width && height && `${formatNumber(result.width)} × ${formatNumber(result.height)} pixels`}
        </p>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="primary"
          isBusy={save.isPending}
          disabled={!isChanged || !size || isBroken}
          onClick={() => save.mutate()}
        >
          {saveLabel}
        </Button>
      </DialogButtons>
    </div>
  )
}

type History = ReturnType<typeof useEdit>

/** Ctrl+Z or Cmd+Z, with the focus anywhere in the dialog. */
function useUndoKey({ undo }: History): void {
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function Tools({ history, ratio, size }: { history: History; ratio: number | null; size: Size }) {
  const { edit, change } = history
  const zoom = zoomOf(edit.area)
  const zoomTo = (next: number) => zoomed(edit.area, Math.max(1, Math.min(zoomMax, next)))
  const rotate = (): void => {
    const area = turned(edit.area)
    const turnedSize = { width: size.height, height: size.width }
    const next = ((edit.rotate + 90) % 360) as Rotation
    change({ rotate: next, area: ratio ? areaWithRatio(area, ratio, turnedSize) : area })
  }
  // Flips what is shown: an image on its side is mirrored at its other axis.
  const flip = (isVertical: boolean): void => {
    const isOnItsSide = edit.rotate === 90 || edit.rotate === 270
    const isHalfTurn = isVertical !== isOnItsSide
    const area = mirrored(edit.area)
    change({
      flip: !edit.flip,
      rotate: isHalfTurn ? (((edit.rotate + 180) % 360) as Rotation) : edit.rotate,
      area: isVertical ? turned(turned(area)) : area,
    })
  }
  return (
    <div role="toolbar" aria-label="Edit" className="flex items-center sm:gap-x-1">
      <IconButton label="Rotate by 90°" onClick={rotate}>
        <RotateCw aria-hidden size={16} />
      </IconButton>
      <IconButton label="Flip horizontally" onClick={() => flip(false)}>
        <FlipHorizontal2 aria-hidden size={16} />
      </IconButton>
      <IconButton label="Flip vertically" onClick={() => flip(true)}>
        <FlipVertical2 aria-hidden size={16} />
      </IconButton>
      <span className="mx-1 flex min-w-0 items-center gap-1.5 max-sm:flex-1">
        <ZoomOut aria-hidden size={16} className="shrink-0 text-ink-soft max-sm:hidden" />
        <input
          type="range"
          aria-label="Zoom"
          min={1}
          max={zoomMax}
          step={0.05}
          value={Math.min(zoomMax, zoom)}
          onChange={(event) => history.show(zoomTo(Number(event.target.value)))}
          onPointerUp={history.finish}
          onKeyUp={history.finish}
          className="w-24 min-w-0 max-sm:w-full accent-(--accent-fill) pointer-coarse:h-11"
        />
        <ZoomIn aria-hidden size={16} className="shrink-0 text-ink-soft max-sm:hidden" />
      </span>
      <span className="ml-auto flex items-center sm:gap-1">
        <IconButton label="Undo" disabled={!history.canUndo} onClick={history.undo}>
          <Undo2 aria-hidden size={16} />
        </IconButton>
        <Button
          isSmall
          tone="ghost"
          icon={<RotateCcw aria-hidden size={16} className="sm:hidden" />}
          disabled={!history.canReset}
          onClick={history.reset}
        >
          <span className="max-sm:sr-only">Reset</span>
        </Button>
      </span>
    </div>
  )
}

type SaveProps = Pick<ImageEditorProps, 'projectId' | 'asset' | 'onSaved' | 'onClose'> & { edit: Edit }

function useSave({ projectId, asset, edit, onSaved, onClose }: SaveProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => cropFile(projectId, asset, edit),
    onSuccess: (saved) => {
      void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
      onSaved(saved)
      onClose()
    },
  })
}
