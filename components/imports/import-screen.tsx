'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { ListSkeleton } from '@/components/ui/skeleton'
import { ImportPreview } from './import-preview'
import { ImportResult } from './import-result'
import { UploadStep } from './upload-step'
import { useImport } from './use-import'

/** Imports stories from a CSV file: upload, preview, result. The address names the import, so it can be reloaded. */
export function ImportScreen({ projectId }: { projectId: string }) {
  const pathname = usePathname()
  const id = useSearchParams().get('id')
  const mayWrite = useMay('stories:write')
  // Changes the URL without a request for the page.
  const show = (next: string | null): void =>
    window.history.pushState(null, '', next ? `${pathname}?id=${next}` : pathname)
  return (
    <>
      <PageHeader
        title="Import stories"
        back={{ href: `/${projectId}/stories`, label: 'Stories' }}
        action={id && <Button onClick={() => show(null)}>Choose another file</Button>}
      />
      {!mayWrite && <RoleNote scope="stories:write" to="import stories" />}
      {mayWrite && !id && <UploadStep projectId={projectId} onRead={show} />}
      {mayWrite && id && <Opened key={id} {...{ projectId, id }} />}
    </>
  )
}

function Opened({ projectId, id }: { projectId: string; id: string }) {
  const { data, error, refetch } = useImport(projectId, id)
  if (error && !data)
    return <ErrorNote isReading error={error} title="The import was not loaded" onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton label="Loading import" />
  if (data.state === 'preview') return <ImportPreview projectId={projectId} data={data} />
  return <ImportResult projectId={projectId} data={data} />
}
