'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { DialogForm } from '@/components/dialogs/dialog-form'
import type { NamedPillar } from '@/components/pillars/pillar-options'
import { FileDrop } from '@/components/ui/choices/file-drop'
import { Dialog } from '@/components/ui/dialog'
import { CheckField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { addCorpusCaptions } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { type ParsedCaptions, parseCaptions } from './parse-captions'
import { refreshCaptions } from './use-captions'

const batchMax = 100
const previewed = 3

type Props = { projectId: string; pillars: readonly NamedPillar[]; onClose: () => void }

/** Imports captions from a CSV file. */
export function ImportDialog({ projectId, pillars, onClose }: Props) {
  const [file, setFile] = useState<(ParsedCaptions & { name: string }) | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isApproved, setIsApproved] = useState(true)
  const [sent, setSent] = useState(0)
  const toast = useToast()
  const queries = useQueryClient()
  const read = async ([chosen]: File[]): Promise<void> => {
    if (!chosen) return
    setProblem(null)
    setFile(null)
    try {
      setFile({ name: chosen.name, ...parseCaptions(await chosen.text(), pillars) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file cannot be read.')
    }
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      let created = 0
      const captions = file?.captions ?? []
      // After an error the next attempt continues with the batch that failed.
      for (let from = sent; from < captions.length; from += batchMax) {
        const batch = captions.slice(from, from + batchMax)
        const items = batch.map((one) => ({ ...one, source: 'seed' as const, approved: isApproved }))
        created += (await call(addCorpusCaptions, { id: projectId, captions: items })).created
        setSent(from + batch.length)
      }
      return { created, known: captions.length - created }
    },
    onSuccess: ({ created, known }) => {
      toast(`${plural(created, 'caption')} imported.${known > 0 ? ` ${known} were in the library already.` : ''}`)
      onClose()
    },
    onSettled: () => refreshCaptions(queries, projectId),
  })
  const count = file?.captions.length ?? 0
  const detailsOf = (contentType: string | undefined, channel: ChannelId | undefined): string => {
    const pillar = pillars.find(({ content_type }) => content_type === contentType)?.name ?? contentType
    return [pillar, channel ? channelNames[channel] : 'All channels'].filter(Boolean).join(' · ')
  }
  return (
    <Dialog title="Import captions" onClose={onClose} isWide>
      <DialogForm
        submitLabel={count > 0 ? `Import ${plural(count, 'caption')}` : 'Import'}
        isBusy={isPending}
        isDisabled={count === 0}
        error={error}
        errorTitle="Import not finished"
        onSubmit={() => mutate()}
        onClose={onClose}
      >
        <FileDrop
          label="Choose a CSV file"
          accept=".csv,text/csv"
          isDisabled={isPending}
          onFiles={(files) => void read(files)}
        >
          Columns: caption, and optionally pillar and channel. Up to 10,000 rows.
        </FileDrop>
        {problem && (
          <Notice tone="bad" role="alert" title="File not read">
            {problem}
          </Notice>
        )}
        {file && (
          <section aria-label="Preview" className="flex flex-col gap-2">
            <p>
              <span className="font-medium">{file.name}</span>: {plural(count, 'caption')}
              {file.skipped > 0 && `, ${plural(file.skipped, 'row')} skipped (empty or over 5,000 characters)`}
            </p>
            {file.unknownChannels > 0 && (
              <Notice tone="warn" title={`Unknown channel in ${plural(file.unknownChannels, 'row')}`}>
                These captions are imported for all channels. Known: {channelIds.join(', ')}.
              </Notice>
            )}
            <ul className="flex flex-col gap-1.5">
              {file.captions.slice(0, previewed).map(({ caption, content_type, channel }) => (
                <li key={caption} className="rounded-lg border border-line px-3 py-2">
                  <p className="line-clamp-2 wrap-anywhere">{caption}</p>
                  <p className="text-sm text-ink-soft">{detailsOf(content_type, channel)}</p>
                </li>
              ))}
            </ul>
            <CheckField
              label="Approve all"
              hint="Otherwise they wait for review."
              checked={isApproved}
              onChange={(event) => setIsApproved(event.target.checked)}
            />
          </section>
        )}
        {isPending && (
          <progress aria-label="Importing captions" max={count} value={sent} className="h-2 w-full accent-(--accent)" />
        )}
      </DialogForm>
    </Dialog>
  )
}
