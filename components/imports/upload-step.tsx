'use client'

import { Download } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { issueFor } from '@/components/errors/form-issues'
import { FileDrop } from '@/components/ui/choices/file-drop'
import { Notice } from '@/components/ui/notice'
import { csvExtensions } from '@/lib/imports/file/csv-file'
import { PastPostsCard } from './past-posts-card'
import { NotCsv, useUpload } from './use-import'

type Props = { projectId: string; onRead: (id: string) => void }

export function UploadStep({ projectId, onRead }: Props) {
  const { mutate, isPending, error, variables } = useUpload(projectId, onRead)
  const problem = error instanceof NotCsv ? error.message : issueFor(error, 'file', variables?.name ?? 'The file')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex flex-col gap-4">
        <FileDrop
          label={isPending ? 'Checking the file…' : 'Choose a CSV file, or drop it here'}
          accept={`${csvExtensions.join(',')},text/csv`}
          isDisabled={isPending}
          isTall
          onFiles={([file]) => file && mutate(file)}
        >
          From Buffer, Hootsuite, Later, Publer, Metricool or your own spreadsheet. Up to 5,000 rows and 5 MB.
        </FileDrop>
        {problem ? (
          <Notice tone="bad" role="alert" title="File not read">
            {problem}
          </Notice>
        ) : (
          error && <ErrorNote error={error} title="File not read" />
        )}
        <p className="text-ink-soft">You see a preview first. Nothing is created until you confirm.</p>
      </div>
      <div className="flex flex-col gap-4">
        <Columns />
        <PastPostsCard projectId={projectId} />
      </div>
    </div>
  )
}

const columns = [
  ['Text', 'Required.'],
  ['Date and time', '2026-12-01 09:00. Without one: a draft.'],
  ['Channels', 'Such as instagram, x. Or choose them in the preview.'],
  ['Media', 'Public URLs, with commas between them.'],
  ['Alt texts', 'One per file, with || between them.'],
  ['More', 'Link, title, hashtags, pillar, post type, first comment, Pinterest board.'],
] as const

/** What a file can hold. */
const Columns = () => (
  <section aria-labelledby="import-columns" className="panel flex flex-col gap-3 p-4">
    <h2 id="import-columns" className="font-semibold">
      Columns
    </h2>
    <dl className="flex flex-col gap-2.5 text-sm">
      {columns.map(([name, text]) => (
        <div key={name}>
          <dt className="font-medium">{name}</dt>
          <dd className="text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
    <p className="text-sm text-ink-soft">Columns with other names are matched in the preview.</p>
    <a
      href="/import-template.csv"
      download
      className="inline-flex items-center gap-1.5 self-start text-sm font-medium text-accent underline underline-offset-2"
    >
      <Download aria-hidden size={14} />
      Download a template
    </a>
  </section>
)
