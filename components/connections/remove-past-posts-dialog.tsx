'use client'

import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { plural } from '@/lib/text/number-text'

type Props = {
  network: string
  count: number
  /** The import is still running and is stopped first. */
  isImporting: boolean
  onRemove: () => Promise<unknown>
  onClose: () => void
}

/** Asks before imported posts are removed, because that cannot be undone. */
const RemovePastPostsDialog = ({ network, count, isImporting, onRemove, onClose }: Props) => (
  <ConfirmDialog
    title={isImporting ? 'Stop the import?' : 'Remove imported posts?'}
    confirmLabel={isImporting ? 'Stop and remove' : 'Remove'}
    onConfirm={onRemove}
    onClose={onClose}
  >
    <p>
      {count > 0 ? `${plural(count, 'imported post')} and their numbers are removed from Storycast. ` : ''}
      Nothing changes on {network}. You can import them again.
    </p>
  </ConfirmDialog>
)

export default RemovePastPostsDialog
