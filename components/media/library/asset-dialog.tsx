'use client'

import { useQuery } from '@tanstack/react-query'
import { Crop, ImagePlay, PenLine, Replace } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Time, ZoneLine } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { sizeText } from '@/lib/media-files/size-text'
import { supportedTypes } from '@/lib/media-files/types'
import { getAsset } from '@/lib/openapi/operations.generated'
import { formatNumber } from '@/lib/text/number-text'
import { composeUrl, durationText, kindLabels, kindOf } from '../assets/asset-text'
import { mediaKeys } from '../assets/media-keys'
import { viewUrl } from '../assets/thumbnail'
import { canEditImage, LazyImageEditor } from '../editor/lazy-image-editor'
import { AssetFields } from './asset-fields'
import { DeleteButton } from './delete-button'
import { ReplaceAsset } from './replace-asset'
import type { DeletedAsset } from './use-asset-deletion'
import { WhereUsed } from './where-used'

const PosterDialog = lazyComponent(() => import('../posters/poster-dialog').then((it) => it.PosterDialog))

type Props = {
  projectId: string
  id: string
  known: Asset | undefined
  /** Shows another file. */
  onOpen: (id: string) => void
  onClose: () => void
  onDelete: (assets: DeletedAsset[]) => void
}

/** Details of a file. Loads it if the page was opened with its id in the URL. */
export function AssetDialog({ projectId, id, known, onOpen, onClose, onDelete }: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const toast = useToast()
  const { data, error } = useQuery({
    queryKey: mediaKeys.one(projectId, id),
    queryFn: ({ signal }) => call(getAsset, { id }, { signal }),
    placeholderData: known,
  })
  // Instead of the details, not on top of them.
  if (data && isEditing)
    return (
      <LazyImageEditor
        projectId={projectId}
        asset={data}
        onSaved={(saved) => {
          toast(`${saved.name} saved.`)
          onOpen(saved.id)
        }}
        onClose={() => setIsEditing(false)}
      />
    )
  return (
    <Dialog isWidest title={<span className="wrap-anywhere">{data?.name ?? 'Media file'}</span>} onClose={onClose}>
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {error && !data && <ErrorNote isReading error={error} title="Could not load this file" />}
      {data && <Details projectId={projectId} asset={data} onEdit={() => setIsEditing(true)} onDelete={onDelete} />}
    </Dialog>
  )
}

type DetailsProps = Pick<Props, 'projectId' | 'onDelete'> & { asset: Asset; onEdit: () => void }

function Details({ projectId, asset, onEdit, onDelete }: DetailsProps) {
  const [isChoosingPoster, setIsChoosingPoster] = useState(false)
  const [isReplacing, setIsReplacing] = useState(false)
  const mayWrite = useMay('media:write')
  const mayCompose = useMay('stories:write')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-[minmax(0,1fr)_19rem] md:grid-rows-[auto_1fr]">
      <div className="flex flex-col gap-4">
        <LargeView projectId={projectId} asset={asset} />
        <div className="flex flex-wrap gap-2">
          {mayCompose && (
            <ButtonLink tone="primary" href={composeUrl(projectId, [asset])} icon={<PenLine aria-hidden size={16} />}>
              Use in a new story
            </ButtonLink>
          )}
          {mayWrite && canEditImage(asset) && (
            <Button icon={<Crop aria-hidden size={16} />} onClick={onEdit}>
              Edit image
            </Button>
          )}
          {mayWrite && kindOf(asset) === 'film' && (
            <Button icon={<ImagePlay aria-hidden size={16} />} onClick={() => setIsChoosingPoster(true)}>
              Choose cover
            </Button>
          )}
          {mayWrite && mayCompose && (
            <Button icon={<Replace aria-hidden size={16} />} onClick={() => setIsReplacing(true)}>
              Replace
            </Button>
          )}
          <CopyButton isSmall={false} text={asset.file_url} label="Copy link" />
          {asset.poster_url && <CopyButton isSmall={false} text={asset.poster_url} label="Copy cover link" />}
          {mayWrite && <DeleteButton projectId={projectId} assets={[asset]} onDelete={onDelete} />}
        </div>
      </div>
      <div className="flex flex-col gap-5 md:row-span-2">
        {mayWrite ? <AssetFields projectId={projectId} asset={asset} /> : <Labels asset={asset} />}
        <Facts asset={asset} />
      </div>
      <WhereUsed projectId={projectId} id={asset.id} />
      {isChoosingPoster && (
        <PosterDialog projectId={projectId} asset={asset} onClose={() => setIsChoosingPoster(false)} />
      )}
      {isReplacing && <ReplaceAsset projectId={projectId} asset={asset} onClose={() => setIsReplacing(false)} />}
    </div>
  )
}

/** Reserves the aspect ratio of the file to avoid layout shifts. */
function LargeView({ projectId, asset }: { projectId: string; asset: Asset }) {
  const [failed, setFailed] = useState<string | null>(null)
  const shape = asset.width && asset.height ? { aspectRatio: `${asset.width} / ${asset.height}` } : {}
  const className = 'max-h-[45dvh] min-h-32 md:max-h-[60dvh] w-full rounded-lg bg-sunken object-contain'
  if (kindOf(asset) === 'film') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: uploads have no captions.
      <video
        controls
        playsInline
        preload="metadata"
        src={asset.file_url}
        poster={asset.poster_url ?? undefined}
        aria-label={asset.name}
        style={shape}
        className={className}
      />
    )
  }
  const view = viewUrl(projectId, asset)
  const src = failed === view ? asset.file_url : view
  return (
    // biome-ignore lint/performance/noImgElement: the image optimizer would fetch any URL.
    <img
      src={src}
      alt={asset.name}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
      // The thumbnail of the grid is shown while this one loads.
      style={{ ...shape, ...(asset.preview_url ? { backgroundImage: `url("${asset.preview_url}")` } : {}) }}
      className={classes(className, 'bg-contain bg-center bg-no-repeat')}
    />
  )
}

function Facts({ asset }: { asset: Asset }) {
  const { width, height, duration_seconds, mime_type, source_url } = asset
  const type = supportedTypes[mime_type as keyof typeof supportedTypes] ?? mime_type
  return (
    <div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <Fact name="Type">
          {kindLabels[kindOf(asset)].one}, {type}
        </Fact>
        <Fact name="Size">{sizeText(asset.file_size)}</Fact>
        {width !== null && height !== null && (
          <Fact name="Dimensions">
            {formatNumber(width)} × {formatNumber(height)} pixels
          </Fact>
        )}
        {duration_seconds !== null && <Fact name="Duration">{durationText(duration_seconds)}</Fact>}
        <Fact name={source_url ? 'Added' : 'Uploaded'}>
          <Time at={asset.created_at} style="full" />
        </Fact>
        {source_url && <Fact name="Source URL">{source_url}</Fact>}
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

/** Read-only alt text, category and tags. */
function Labels({ asset }: { asset: Asset }) {
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <Fact name="Alt text">{asset.alt_text ?? 'None'}</Fact>
        {asset.category && <Fact name="Category">{asset.category}</Fact>}
        <Fact name="Tags">{asset.tags.join(', ') || 'None'}</Fact>
      </dl>
      <RoleNote scope="media:write" />
    </div>
  )
}
