import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/overlays/tooltip'

export type BulkAction = {
  label: string
  icon: ReactNode
  onSelect: () => void
  /** Why it is possible for none of the selected stories. */
  reason: string | null
  /** “2 of 3”: for how many of the selected stories it is possible, if not for all. */
  part?: string | undefined
  /** Which stories it is possible for. Shown if some are left out. */
  rule?: string
  isBusy?: boolean
  isDanger?: boolean
}

const nameOf = ({ label, part }: BulkAction): string => (part === undefined ? label : `${label} ${part}`)

/** How many buttons fit beside the menu in a list of medium width. */
const mediumMax = 3

/**
 * All actions as buttons. A narrower list has the first possible ones as buttons and the others in a menu, a narrow one
 * only the menu. Those that are not possible say why.
 */
export function BulkMenu({ actions }: { actions: readonly BulkAction[] }) {
  const first = actions.filter(({ reason }) => reason === null).slice(0, mediumMax)
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5 @max-4xl:hidden">
        <Buttons actions={actions} />
      </div>
      <div className="flex items-center gap-1.5 @max-xl:hidden @4xl:hidden">
        <Buttons actions={first} />
        <ActionMenu label="More" actions={actions.filter((action) => !first.includes(action))} />
      </div>
      <div className="@xl:hidden">
        <ActionMenu label="Actions" actions={actions} />
      </div>
    </>
  )
}

const Buttons = ({ actions }: { actions: readonly BulkAction[] }) =>
  actions.map((action) => <ActionButton key={action.label} action={action} />)

const ActionMenu = ({ label, actions }: { label: string; actions: readonly BulkAction[] }) => (
  <Menu
    label={`${label} for the selected stories`}
    opensUp
    items={actions.map((action) => ({
      label: nameOf(action),
      icon: action.icon,
      isDanger: action.isDanger ?? false,
      onSelect: action.onSelect,
      disabledBecause: action.reason ?? undefined,
    }))}
    trigger={
      <>
        {label} <Ellipsis size={16} />
      </>
    }
    triggerClassName="inline-flex min-h-7 items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-2 text-sm font-medium hover:bg-hover pointer-coarse:min-h-11"
  />
)

function ActionButton({ action }: { action: BulkAction }) {
  const { icon, onSelect, reason, part, rule, isBusy = false, isDanger = false } = action
  if (reason === null) {
    const button = (
      <Button isSmall tone={isDanger ? 'danger' : 'secondary'} isBusy={isBusy} icon={icon} onClick={onSelect}>
        {nameOf(action)}
      </Button>
    )
    return part !== undefined && rule ? <Tooltip text={rule}>{button}</Tooltip> : button
  }
  return (
    <Tooltip text={reason}>
      {/* Can be focused, so that the reason is read out. */}
      <Button isSmall aria-disabled aria-description={reason} icon={icon} className="cursor-not-allowed">
        {action.label}
      </Button>
    </Tooltip>
  )
}
