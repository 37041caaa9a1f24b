'use client'

import { CheckField, TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channel-ids'
import { useOverride } from './use-override'

export function ThreadOptions({ channel }: { channel: ChannelId }) {
  const { own, idOf, edit } = useOverride(channel)
  const isThread = own.caption_format === 'thread'
  return (
    <div className="flex flex-col gap-3">
      <CheckField
        label="Post as a thread"
        hint="Each part replies to the previous one. A blank line starts a new part."
        checked={isThread}
        onChange={(event) =>
          edit(
            event.target.checked
              ? { caption_format: 'thread' }
              : { caption_format: undefined, thread_separator: undefined },
          )
        }
      />
      {isThread && (
        <TextField
          id={idOf('separator')}
          label="Separator"
          isOptional
          className="max-w-xs"
          placeholder="Blank line"
          maxLength={100}
          hint="Starts a new part, such as ---"
          value={own.thread_separator ?? ''}
          onChange={(event) => edit({ thread_separator: event.target.value || undefined })}
        />
      )}
    </div>
  )
}
