import type { ListItem, MailContent } from '@/lib/mail/content'
import { plural } from '@/lib/text/number-text'
import type { AutomationNotice } from './repository'
import { inProject, isOneProject, itemsMax } from './text'

/** Lists connectors that stopped working and automations that were turned off. Null if there are none. */
export function automationAttention(rows: readonly AutomationNotice[]): MailContent | null {
  const [first] = rows
  if (!first) return null
  const isOneProjectOnly = isOneProject(rows)
  const title = rows.length === 1 ? titleOf(first) : `${plural(rows.length, 'problem')} with your automations`
  const hidden = rows.length - itemsMax
  return {
    subject: title,
    preview: first.reason ?? '',
    blocks: [
      { type: 'heading', text: title },
      { type: 'paragraph', text: 'No new posts are made until they work again.' },
      { type: 'list', items: rows.slice(0, itemsMax).map((row) => itemOf(row, isOneProjectOnly)) },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${plural(hidden, 'more problem')}.` }] : []),
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'View automations', path: `/${first.project_id}/automations` }]
        : []),
    ],
  }
}

const itemOf = (row: AutomationNotice, isOneProjectOnly: boolean): ListItem => ({
  text: inProject(row.project_name, isOneProjectOnly) + titleOf(row),
  detail: (row.reason ?? '').slice(0, 300),
  path: `/${row.project_id}/${row.notification_kind === 'automation_off' ? 'automations' : 'connectors'}/${row.subject_id}`,
})

function titleOf({ notification_kind, name, code }: AutomationNotice): string {
  if (notification_kind === 'automation_off') return `Automation “${name}” was turned off`
  return code === 'gone' ? `The source of “${name}” is gone` : `Connector “${name}” is failing`
}
