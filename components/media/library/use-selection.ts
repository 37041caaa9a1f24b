'use client'

import { useCallback, useRef, useState } from 'react'
import type { Asset } from '@/lib/media/contract'

type Selection = ReadonlyMap<string, Asset>

/** Selected files in the order of selection. The selection survives a new search. */
export function useSelection(assets: Asset[]) {
  const [selected, setSelected] = useState<Selection>(new Map())
  const last = useRef<string | null>(null)
  const select = (asset: Asset, isRange: boolean): void => {
    const range = isRange ? between(assets, last.current, asset.id) : [asset]
    last.current = asset.id
    setSelected((before) => (before.has(asset.id) && !isRange ? without(before, [asset.id]) : withAll(before, range)))
  }
  const drop = useCallback((ids: string[]): void => setSelected((before) => without(before, ids)), [])
  const clear = useCallback((): void => setSelected(new Map()), [])
  // Tags and names may have changed since.
  const fresh = new Map([...selected].map(([id, asset]) => [id, assets.find((one) => one.id === id) ?? asset]))
  return { selected: fresh, select, drop, clear }
}

const without = (selected: Selection, ids: readonly string[]): Selection =>
  new Map([...selected].filter(([id]) => !ids.includes(id)))

const withAll = (selected: Selection, assets: Asset[]): Selection =>
  new Map([...selected, ...assets.map((asset) => [asset.id, asset] as const)])

function between(assets: Asset[], from: string | null, to: string): Asset[] {
  const [start, end] = [from, to].map((id) => assets.findIndex((asset) => asset.id === id)) as [number, number]
  if (start < 0) return assets.slice(end, end + 1)
  return assets.slice(Math.min(start, end), Math.max(start, end) + 1)
}
