'use client'

import { CopyButton } from '@/components/ui/copy-button'

/** The address of a link that was just created. It is shown once. */
export const CreatedLink = ({ url }: { url: string }) => (
  <div role="status" className="flex flex-col gap-2 rounded-lg bg-sunken p-3">
    <div className="flex items-center justify-between gap-3">
      <span className="font-medium">New link</span>
      <CopyButton text={url} label="Copy link" />
    </div>
    <code data-testid="created-link" className="font-mono text-sm break-all select-all">
      {url}
    </code>
    <p className="text-sm text-ink-soft">Copy it now. It is not shown again.</p>
  </div>
)
