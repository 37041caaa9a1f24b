'use client'

import 'react-image-crop/dist/ReactCrop.css'
import './crop-frame.css'
import { ReactCrop } from 'react-image-crop'
import { type Area, type Rotation, rotatedSize, type Size } from './crop-area'

const labels = {
  cropArea: 'Crop area. Move it with the arrow keys.',
  nwDragHandle: 'Top left corner',
  nDragHandle: 'Top edge',
  neDragHandle: 'Top right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Bottom right corner',
  sDragHandle: 'Bottom edge',
  swDragHandle: 'Bottom left corner',
  wDragHandle: 'Left edge',
}

/** Smaller areas are hard to grab. */
const sideMin = 24

type Props = {
  src: string
  alt: string
  /** Of the upright image. Null until it is loaded. */
  size: Size | null
  onSize: (size: Size) => void
  onError: () => void
  rotate: Rotation
  flip: boolean
  area: Area
  /** Width divided by height, null for any. */
  ratio: number | null
  onChange: (area: Area) => void
  onDone: () => void
}

/** The flipped and rotated image with the crop area on it. */
export function CropFrame({ src, alt, size, onSize, onError, rotate, flip, area, ratio, onChange, onDone }: Props) {
  const shown = rotatedSize(size ?? { width: 1, height: 1 }, rotate)
  const aspect = shown.width / shown.height
  const isOnItsSide = rotate === 90 || rotate === 270
  const percent = {
    unit: '%' as const,
    x: area.x * 100,
    y: area.y * 100,
    width: area.width * 100,
    height: area.height * 100,
  }
  return (
    <div className="h-(--stage) rounded-lg bg-sunken p-4">
      <div className="@container-size flex size-full items-center justify-center">
        <ReactCrop
          crop={size ? percent : undefined}
          {...(ratio ? { aspect: ratio } : {})}
          keepSelection
          ruleOfThirds
          minWidth={sideMin}
          minHeight={sideMin}
          disabled={!size}
          ariaLabels={labels}
          onChange={(_, { x, y, width, height }) =>
            onChange({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })
          }
          onComplete={onDone}
          className="crop-frame touch-none"
        >
          <div
            className="@container-size relative overflow-hidden"
            style={{ aspectRatio: aspect, width: `min(100cqw, calc(100cqh * ${aspect}))` }}
          >
            {/* biome-ignore lint/performance/noImgElement: the image optimizer would fetch any URL. */}
            <img
              src={src}
              alt={alt}
              draggable={false}
              referrerPolicy="no-referrer"
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSize({ width, height })}
              onError={onError}
              className="absolute top-1/2 left-1/2 max-w-none"
              style={{
                width: isOnItsSide ? '100cqh' : '100cqw',
                height: isOnItsSide ? '100cqw' : '100cqh',
                transform: `translate(-50%, -50%) rotate(${rotate}deg) scaleX(${flip ? -1 : 1})`,
              }}
            />
          </div>
        </ReactCrop>
      </div>
    </div>
  )
}
