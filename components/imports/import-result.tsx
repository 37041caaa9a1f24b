'use client'

import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { Button, ButtonLink } from '@/components/ui/button'
import { download } from '@/components/ui/data/download'
import { Progress } from '@/components/ui/data/progress'
import { Notice } from '@/components/ui/notice'
import { call } from '@/lib/api/client'
import type { Import } from '@/lib/imports/contract'
import { getImportReport } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { ImportRows } from './import-rows'
import { useImportActions } from './use-import'

type Props = { projectId: string; data: Import }

const stories = (count: number): string => plural(count, 'story', 'stories')

/** Progress and result of an import. */
export function ImportResult({ projectId, data }: Props) {
  const { undo } = useImportActions(data.id)
  const [isAsking, setIsAsking] = useState(false)
  const { counts, state } = data
  const missing = counts.with_errors + counts.failed
  return (
    <div className="flex flex-col gap-4">
      {state === 'importing' && (
        <Progress
          isLabelShown
          label={`Creating ${stories(counts.waiting + counts.created)}`}
          value={counts.created}
          max={Math.max(1, counts.created + counts.waiting)}
        />
      )}
      {state === 'deleting' && (
        <Progress
          isLabelShown
          label="Deleting the imported stories"
          value={counts.deleted + counts.kept}
          max={Math.max(1, counts.deleted + counts.kept + counts.created)}
        />
      )}
      {state === 'done' && (
        <Notice
          role="status"
          tone={counts.created > 0 ? 'good' : 'warn'}
          title={`${stories(counts.created)} created`}
          action={
            <div className="flex flex-wrap gap-2">
              <ButtonLink isSmall tone="primary" href={`/${projectId}/calendar`}>
                Open calendar
              </ButtonLink>
              <ButtonLink isSmall href={`/${projectId}/stories`}>
                Show stories
              </ButtonLink>
            </div>
          }
        >
          {missing > 0 ? `${plural(missing, 'row')} not imported.` : 'All rows were imported.'}
        </Notice>
      )}
      {state === 'deleted' && (
        <Notice role="status" tone="info" title={`${stories(counts.deleted)} deleted`}>
          {counts.kept > 0
            ? `${stories(counts.kept)} kept: published, or being published.`
            : 'The import is undone. Choose the file again to import it.'}
        </Notice>
      )}
      {(state === 'done' || state === 'deleted') && (
        <div className="flex flex-wrap gap-2">
          {missing > 0 && <ReportButton id={data.id} />}
          {state === 'done' && counts.created > 0 && (
            <Button tone="danger" icon={<Trash2 aria-hidden size={16} />} onClick={() => setIsAsking(true)}>
              Delete the imported stories
            </Button>
          )}
        </div>
      )}
      <ImportRows {...{ projectId, data }} />
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${stories(counts.created)}?`}
          confirmLabel="Delete stories"
          onConfirm={undo}
          onClose={() => setIsAsking(false)}
        >
          <p>Drafts and scheduled stories of this import are deleted. Published ones stay.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Downloads the rows that were not imported, with the reasons. */
function ReportButton({ id }: { id: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(getImportReport, { id }),
    onSuccess: ({ filename, csv }) => download(filename, csv),
  })
  return (
    <>
      <Button isBusy={isPending} icon={<Download aria-hidden size={16} />} onClick={() => mutate()}>
        Download error report
      </Button>
      {error && <ErrorNote error={error} title="Report not downloaded" />}
    </>
  )
}
