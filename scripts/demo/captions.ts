import type { Context } from '@/lib/access/context'
import { addCorpusCaptions } from '@/lib/captions/corpus/contract'
import * as corpus from '@/lib/captions/corpus/service'
import { approvedCaptions, type SampleCaption, waitingCaptions } from '@/lib/sample-data/caption-library'

/** The caption library of the demo. Texts that exist are not added again. */
export async function seedCaptions(context: Context, projectId: string): Promise<void> {
  const itemsOf = (list: readonly SampleCaption[], approved: boolean) =>
    list.map(([content_type, caption, channel]) => ({
      ...{ content_type, caption, approved, source: 'seed' },
      ...(channel ? { channel } : {}),
    }))
  const captions = [...itemsOf(approvedCaptions, true), ...itemsOf(waitingCaptions, false)]
  await corpus.add(context, { id: projectId, ...addCorpusCaptions.body.parse({ captions }) })
}
