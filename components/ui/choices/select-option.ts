import type { ReactNode } from 'react'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  icon?: ReactNode
  /** A second line in the list. */
  hint?: string
  isDisabled?: boolean
  /** Language of the label, if it is not English. */
  lang?: string
}
