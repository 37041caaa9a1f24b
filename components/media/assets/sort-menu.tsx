'use client'

import { ArrowUpDown, ChevronDown } from 'lucide-react'
import { Menu } from '@/components/ui/menu'
import { type AssetSort, assetSorts } from '@/lib/media-files/types'

const labels: Record<AssetSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name A to Z',
  size: 'Largest first',
}

/** The order of the files. */
export const SortMenu = ({ value, onChange }: { value: AssetSort; onChange: (sort: AssetSort) => void }) => (
  <Menu
    label={`Sort: ${labels[value]}`}
    align="start"
    trigger={
      <>
        <ArrowUpDown size={14} />
        {labels[value]}
        <ChevronDown size={14} />
      </>
    }
    triggerClassName="flex h-7 items-center gap-1 rounded-full px-2.5 text-sm text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:h-9"
    items={assetSorts.map((sort) => ({
      label: labels[sort],
      isCurrent: sort === value,
      onSelect: () => onChange(sort),
    }))}
  />
)
