'use client'

import { Columns3 } from 'lucide-react'
import { IconButton } from '../button'
import { lazyComponent } from '../lazy/lazy-component'
import { Popover } from '../overlays/popover'
import type { PickerProps } from './column-list'

const ColumnList = lazyComponent(
  () => import('./column-list').then((it) => it.ColumnList),
  () => <div className="h-36 w-40" />,
)

/** Shows and hides the optional columns of a table. */
export const ColumnPicker = (props: PickerProps) => (
  <Popover
    label="Columns"
    align="end"
    className="min-w-40 p-3"
    trigger={
      <IconButton label="Columns">
        <Columns3 aria-hidden size={16} />
      </IconButton>
    }
  >
    <ColumnList {...props} />
  </Popover>
)
