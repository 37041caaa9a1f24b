'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PenLine, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { RoleNote, useMay } from '@/components/projects/role'
import { Time, ZoneLine } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { editAsset, getAsset } from '@/lib/api/operations.generated'
import type { Asset } from '@/lib/media/contract'
import { takenTypes } from '@/lib/media/types'
import { DeleteAssets } from './delete-assets'
import { mediaKeys } from './keys'
import { TagField, tagsOf } from './tag-field'
import { useTags } from './use-assets'
import { WhereUsed } from './where-used'
import { composeWith, durationWords, kindOf, kindWords, sizeWords } from './words'

type Props = { projectId: string; id: string; known: Asset | undefined; onClose: () => void; onDeleted: () => void }

/** Everything about one file. Whoever comes by its address alone waits for it here. */
export function AssetDialog({ projectId, id, known, onClose, onDeleted }: Props) {
  const { data, error } = useQuery({
    queryKey: mediaKeys.one(projectId, id),
    queryFn: ({ signal }) => call(getAsset, { id }, { signal }),
    placeholderData: known,
  })
  return (
    <Dialog
      isWide
      title={<span className="wrap-anywhere">{data?.name ?? 'A file of the library'}</span>}
      onClose={onClose}
    >
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {error && !data && <ErrorNote isReading error={error} title="This file cannot be shown" />}
      {data && <Details key={data.id} projectId={projectId} asset={data} onDeleted={onDeleted} />}
    </Dialog>
  )
}

function Details({ projectId, asset, onDeleted }: { projectId: string; asset: Asset; onDeleted: () => void }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const mayWrite = useMay('media:write')
  return (
    <div className="flex flex-col gap-5">
      <LargeView asset={asset} />
      <div className="flex flex-wrap gap-2">
        {useMay('stories:write') && (
          <ButtonLink tone="primary" href={composeWith(projectId, [asset])} icon={<PenLine aria-hidden size={16} />}>
            Use in a new story
          </ButtonLink>
        )}
        <CopyButton text={asset.file_url} label="Copy address" />
        {mayWrite && (
          <Button tone="danger" icon={<Trash2 aria-hidden size={16} />} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        )}
      </div>
      <Facts asset={asset} />
      {mayWrite ? <AssetForm projectId={projectId} asset={asset} /> : <Labels asset={asset} />}
      <WhereUsed projectId={projectId} id={asset.id} />
      {isDeleting && (
        <DeleteAssets
          projectId={projectId}
          assets={[asset]}
          onClose={() => setIsDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </div>
  )
}

/** In a frame of the file's own shape, so that nothing jumps when it comes. */
function LargeView({ asset }: { asset: Asset }) {
  const shape = asset.width && asset.height ? { aspectRatio: `${asset.width} / ${asset.height}` } : {}
  const look = 'max-h-[45dvh] min-h-32 w-full rounded-lg bg-sunken object-contain'
  if (kindOf(asset) === 'film') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the library has none for what people upload.
      <video controls preload="metadata" src={asset.file_url} aria-label={asset.name} style={shape} className={look} />
    )
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server must not fetch addresses for whoever asks.
    <img src={asset.file_url} alt={asset.name} referrerPolicy="no-referrer" style={shape} className={look} />
  )
}

function Facts({ asset }: { asset: Asset }) {
  const { width, height, duration_seconds, mime_type, source_url } = asset
  const type = takenTypes[mime_type as keyof typeof takenTypes] ?? mime_type
  return (
    <div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <Fact name="Type">
          {kindWords[kindOf(asset)].one}, {type}
        </Fact>
        <Fact name="Size">{sizeWords(asset.file_size)}</Fact>
        {width !== null && height !== null && (
          <Fact name="Dimensions">
            {width.toLocaleString('en')} × {height.toLocaleString('en')} pixels
          </Fact>
        )}
        {duration_seconds !== null && <Fact name="Length">{durationWords(duration_seconds)}</Fact>}
        <Fact name={source_url ? 'Added' : 'Uploaded'}>
          <Time at={asset.created_at} style="full" />
        </Fact>
        {source_url && <Fact name="Kept at">{source_url}</Fact>}
      </dl>
      <p className="mt-1 text-sm text-ink-soft">
        <ZoneLine />
      </p>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

/** What a person who may not change it sees of its words. */
function Labels({ asset }: { asset: Asset }) {
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <Fact name="Category">{asset.category ?? 'None'}</Fact>
        <Fact name="Tags">{asset.tags.join(', ') || 'None'}</Fact>
      </dl>
      <RoleNote scope="media:write" />
    </div>
  )
}

function AssetForm({ projectId, asset }: { projectId: string; asset: Asset }) {
  const [name, setName] = useState(asset.name)
  const [category, setCategory] = useState(asset.category ?? '')
  const [tags, setTags] = useState(asset.tags.join(', '))
  const categories = useTags(projectId).data?.categories ?? []
  const queries = useQueryClient()
  const toast = useToast()
  const change = { name: name.trim(), category: category.trim() || null, tags: tagsOf(tags) }
  const isChanged =
    change.name !== asset.name || change.category !== asset.category || change.tags.join() !== asset.tags.join()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(editAsset, { id: asset.id, ...change }),
    onSuccess: (saved) => {
      setTags(saved.tags.join(', '))
      queries.setQueryData(mediaKeys.one(projectId, asset.id), saved)
      void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
      toast('The file is saved.')
    },
  })
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={issueFor(error, 'name', 'The name')}
        />
        <TextField
          label="Category"
          isOptional
          maxLength={100}
          list="media-categories"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
          error={issueFor(error, 'category', 'The category')}
        />
        <datalist id="media-categories">
          {categories.map(({ category: known }) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      </div>
      <TagField
        projectId={projectId}
        label="Tags"
        value={tags}
        onChange={setTags}
        error={issueFor(error, 'tags', 'The tags')}
      />
      {error && <ErrorNote error={error} />}
      <Button type="submit" className="self-start" isBusy={isPending} disabled={!isChanged}>
        Save changes
      </Button>
    </form>
  )
}
