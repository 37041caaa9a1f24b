'use client'

import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField, TextField } from '@/components/ui/field'
import { assetKinds } from '@/lib/media/types'
import { isFiltered, type MediaFilter, noFilter, readMediaFilter, searchMax } from './media-filter'
import { useTags } from './use-assets'
import { kindWords } from './words'

const typedMs = 250

type Props = {
  projectId: string
  filter: MediaFilter
  onChange: (filter: MediaFilter) => void
}

/** Search by the beginnings of words, and what narrows it. */
export function MediaSearch({ projectId, filter, onChange }: Props) {
  const tags = useTags(projectId).data?.tags ?? []
  const [typed, setTyped] = useTyped(filter.q, (q) => onChange({ ...filter, q }))
  const isUnlisted = filter.tag !== null && !tags.some(({ tag }) => tag === filter.tag)
  return (
    <search className="mb-4 flex flex-wrap items-end gap-3">
      <TextField
        label="Search"
        type="search"
        className="min-w-40 flex-2 basis-56"
        placeholder="Name, category or tag"
        maxLength={searchMax}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="Kind"
        className="min-w-28 flex-1"
        value={filter.kind ?? ''}
        onChange={(event) => onChange(readMediaFilter({ ...filter, kind: event.target.value }))}
      >
        <option value="">All</option>
        {assetKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords[kind].many}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Tag"
        className="min-w-28 flex-1"
        value={filter.tag ?? ''}
        onChange={(event) => onChange({ ...filter, tag: event.target.value || null })}
      >
        <option value="">All</option>
        {isUnlisted && <option value={filter.tag ?? ''}>{filter.tag}</option>}
        {tags.map(({ tag, count }) => (
          <option key={tag} value={tag}>
            {tag} ({count})
          </option>
        ))}
      </SelectField>
      {isFiltered(filter) && (
        <Button
          tone="ghost"
          icon={<X aria-hidden size={16} />}
          onClick={() => {
            setTyped('')
            onChange(noFilter)
          }}
        >
          Clear
        </Button>
      )}
    </search>
  )
}

/** What is typed is searched for when the fingers rest; what comes from elsewhere, say the way back, is shown. */
function useTyped(value: string, onRest: (value: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const rest = useRef(onRest)
  useEffect(() => {
    rest.current = onRest
  })
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return
    const timer = setTimeout(() => {
      told.current = typed
      rest.current(typed)
    }, typedMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped]
}
