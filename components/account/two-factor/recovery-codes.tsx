'use client'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'

/** Recovery codes are shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog title="Save your recovery codes" onClose={onClose}>
      <p>Each code signs you in once if you lose your phone. Keep them in a safe place: they are not shown again.</p>
      <ul
        data-testid="recovery-codes"
        className="grid grid-cols-1 gap-1 rounded-lg bg-sunken p-3 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <DialogButtons>
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button tone="primary" onClick={onClose}>
          I have saved them
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
