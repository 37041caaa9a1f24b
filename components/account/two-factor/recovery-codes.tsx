'use client'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { DialogButtons } from '@/components/ui/dialog'

/** The one time that recovery codes are shown. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <>
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
          I saved them
        </Button>
      </DialogButtons>
    </>
  )
}
