'use client'

import { CircleCheck, CircleX, Clock, PenLine, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '@/components/account/avatar'
import { ChannelAvatar, ChannelStack } from '@/components/channels/channel-avatar'
import { StatusText } from '@/components/stories/status-badges'
import { storyBadges } from '@/components/stories/story-status'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/data/card'
import { ColumnPicker } from '@/components/ui/data/column-picker'
import { Pagination } from '@/components/ui/data/pagination'
import { Progress } from '@/components/ui/data/progress'
import { SearchField } from '@/components/ui/data/search-field'
import { type Column, type Sort, Table } from '@/components/ui/data/table'
import { channelIds } from '@/lib/channel-ids'
import { Example, ExampleGroup } from './example'

type Row = { id: string; name: string; posts: number }
const rows: Row[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index),
  name: `Story ${index + 1}`,
  posts: (index * 37) % 100,
}))
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', isSortable: true, className: 'w-full', cell: ({ name }) => name },
  {
    id: 'posts',
    label: 'Posts',
    isSortable: true,
    isOptional: true,
    className: 'tabular-nums',
    cell: ({ posts }) => posts,
  },
]

export function DataExamples() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(['1']))
  const [sort, setSort] = useState<Sort>({ column: 'name', isDescending: false })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [words, setWords] = useState('')
  const [count, setCount] = useState(5)
  const found = rows.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()))
  const byPosts = found.toSorted((one, other) => one.posts - other.posts)
  const ordered = sort.column === 'posts' ? byPosts : found
  const shown = (sort.isDescending ? ordered.toReversed() : ordered).slice(0, count)
  const toggle = (id: string): void => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return (
    <ExampleGroup title="Data">
      <Example name="Badge">
        <Badge tone="good" Icon={CircleCheck}>
          Published
        </Badge>
        <Badge tone="info" Icon={Clock}>
          Scheduled
        </Badge>
        <Badge tone="warn" Icon={TriangleAlert}>
          Partly published
        </Badge>
        <Badge tone="bad" Icon={CircleX}>
          Failed
        </Badge>
        <Badge tone="quiet" Icon={PenLine}>
          Draft
        </Badge>
      </Example>
      <Example name="Status dot">
        {Object.values(storyBadges).map(({ label, tone }) => (
          <StatusText key={label} label={label} tone={tone} />
        ))}
      </Example>
      <Example name="Avatar, with brand badge, and stack">
        <Avatar name="Noor Haddad" photoUrl={null} className="size-8 text-xs" />
        <Avatar name="Noor Haddad" photoUrl="/landing/latte.webp" className="size-8 text-xs" />
        <ChannelAvatar channel="facebook" name="Noor’s Café" photoUrl="/landing/latte.webp" />
        {channelIds.map((channel) => (
          <ChannelAvatar key={channel} channel={channel} name="Noor’s Café" />
        ))}
        <ChannelAvatar channel="instagram" name="Noor’s Café" size="small" />
        <ChannelAvatar channel="instagram" name="Noor’s Café" size="large" />
        <ChannelStack channels={channelIds} />
      </Example>
      <Example name="Card">
        <div className="w-full">
          <Card title="Impressions" action={<Button isSmall>Export</Button>}>
            <p className="text-2xl font-semibold">12,480</p>
          </Card>
        </div>
      </Example>
      <Example name="Progress">
        <div className="w-full">
          <div className="flex flex-col gap-3">
            <Progress label="Upload" value={64} max={100} isLabelShown />
            <Progress label="Done" value={100} max={100} isLabelShown />
            <Progress label="Amount unknown" value={null} max={100} isLabelShown />
          </div>
        </div>
      </Example>
      <Example name="Table (sortable, selectable, virtual from 100 rows)" isWide>
        <div className="flex w-full flex-col gap-3">
          <div className="flex items-center justify-between gap-2">
            <SearchField label="Search rows" value={words} onChange={setWords} />
            <ColumnPicker columns={columns} hidden={hidden} onChange={setHidden} />
          </div>
          <Table
            label="Example"
            columns={columns}
            rows={shown}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            sort={sort}
            onSort={setSort}
            hidden={hidden}
            selection={{
              ids,
              onToggle: toggle,
              onAll: (isOn) => setIds(new Set(isOn ? shown.map(({ id }) => id) : [])),
            }}
          />
          <Pagination
            hasMore={count < found.length}
            isLoading={false}
            onMore={() => setCount(count + 100)}
            shown={shown.length}
            noun="rows"
          />
        </div>
      </Example>
      <Example name="Table, empty">
        <div className="w-full">
          <Table label="Empty example" columns={columns} rows={[]} idOf={({ id }) => id} nameOf={({ name }) => name} />
        </div>
      </Example>
      <Example name="Pagination, loading and at the end">
        <div className="flex w-full flex-col gap-3">
          <Pagination hasMore isLoading onMore={() => {}} shown={50} noun="stories" />
          <Pagination hasMore={false} isLoading={false} onMore={() => {}} shown={62} noun="stories" />
        </div>
      </Example>
    </ExampleGroup>
  )
}
