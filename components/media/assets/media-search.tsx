'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { FilterChip } from '@/components/ui/data/filter-chip'
import { SearchField } from '@/components/ui/data/search-field'
import { assetKinds } from '@/lib/media-files/types'
import { kindLabels } from './asset-text'
import { isFiltered, type MediaFilter, noFilter, searchMax } from './media-filter'
import { SortMenu } from './sort-menu'
import { useTags } from './use-assets'

type Props = {
  projectId: string
  filter: MediaFilter
  onChange: (filter: MediaFilter) => void
  /** More filters. */
  children?: ReactNode
}

const kindOptions = assetKinds.map((kind) => ({ value: kind, label: kindLabels[kind].many }))

/** Search by word prefixes in names, categories and tags, with filters. */
export function MediaSearch({ projectId, filter, onChange, children }: Props) {
  const tags = useTags(projectId).data?.tags ?? []
  const isUnlisted = filter.tag !== null && !tags.some(({ tag }) => tag === filter.tag)
  const tagOptions = [
    ...(isUnlisted ? [{ value: filter.tag ?? '', label: filter.tag ?? '' }] : []),
    ...tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
  ]
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-2 max-sm:w-full">
      <SearchField
        label="Search media"
        value={filter.q}
        onChange={(q) => onChange({ ...filter, q: q.slice(0, searchMax) })}
      />
      <FilterChip
        label="Type"
        options={kindOptions}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
      {tagOptions.length > 0 && (
        <FilterChip
          label="Tag"
          options={tagOptions}
          value={filter.tag}
          onChange={(tag) => onChange({ ...filter, tag })}
        />
      )}
      {children}
      <SortMenu value={filter.sort} onChange={(sort) => onChange({ ...filter, sort })} />
      {isFiltered(filter) && (
        <Button isSmall tone="ghost" onClick={() => onChange({ ...noFilter, sort: filter.sort })}>
          Clear
        </Button>
      )}
    </search>
  )
}
