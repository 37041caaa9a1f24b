'use client'

import { useCallback, useRef, useState } from 'react'
import type { Asset } from '@/lib/media/contract'

type Chosen = ReadonlyMap<string, Asset>

/** Several files at once, in the order in which they were chosen. They stay chosen while one searches for more. */
export function useChosen(assets: Asset[]) {
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const last = useRef<string | null>(null)
  const choose = (asset: Asset, isRange: boolean): void => {
    const range = isRange ? between(assets, last.current, asset.id) : [asset]
    last.current = asset.id
    setChosen((before) => (before.has(asset.id) && !isRange ? without(before, [asset.id]) : withAll(before, range)))
  }
  const drop = useCallback((ids: string[]): void => setChosen((before) => without(before, ids)), [])
  const clear = useCallback((): void => setChosen(new Map()), [])
  // Tags and names may have changed since they were chosen.
  const fresh = new Map([...chosen].map(([id, asset]) => [id, assets.find((one) => one.id === id) ?? asset]))
  return { chosen: fresh as Chosen, choose, drop, clear }
}

const without = (chosen: Chosen, ids: readonly string[]): Chosen =>
  new Map([...chosen].filter(([id]) => !ids.includes(id)))

const withAll = (chosen: Chosen, assets: Asset[]): Chosen =>
  new Map([...chosen, ...assets.map((asset) => [asset.id, asset] as const)])

function between(assets: Asset[], from: string | null, to: string): Asset[] {
  const [start, end] = [from, to].map((id) => assets.findIndex((asset) => asset.id === id)) as [number, number]
  if (start < 0) return assets.slice(end, end + 1)
  return assets.slice(Math.min(start, end), Math.max(start, end) + 1)
}
