import type { ListItem, MailContent } from '@/lib/mail/content'
import { belowText, gapText } from '@/lib/pillars/alert-text'
import { plural } from '@/lib/text/number-text'
import type { PillarNotice } from './repository'
import { inProject, isOneProject, itemsMax } from './text'

/** Lists pillars that miss a target. Null if there are none. */
export function pillarAttention(rows: readonly PillarNotice[]): MailContent | null {
  const [first] = rows
  if (!first) return null
  const pillars = new Set(rows.map(({ pillar }) => pillar.id)).size
  const isOneProjectOnly = isOneProject(rows)
  const where = isOneProjectOnly ? ` in ${first.project_name}` : ''
  const title =
    pillars === 1
      ? `${first.pillar.name} misses its target${where}`
      : `${plural(pillars, 'pillar')} miss their target${where}`
  const hidden = rows.length - itemsMax
  return {
    subject: title,
    preview: textOf(first),
    blocks: [
      { type: 'heading', text: title },
      { type: 'list', items: rows.slice(0, itemsMax).map((row) => itemOf(row, isOneProjectOnly)) },
      ...(hidden > 0 ? [{ type: 'paragraph' as const, text: `And ${plural(hidden, 'more alert')}.` }] : []),
      ...(isOneProjectOnly
        ? [{ type: 'button' as const, label: 'View pillars', path: `/${first.project_id}/pillars` }]
        : []),
    ],
  }
}

const itemOf = (row: PillarNotice, isOneProjectOnly: boolean): ListItem => ({
  text: inProject(row.project_name, isOneProjectOnly) + row.pillar.name,
  detail: textOf(row),
  path: `/${row.project_id}/pillars#${row.pillar.content_type}`,
})

const textOf = ({ notification_kind, pillar }: PillarNotice): string =>
  notification_kind === 'pillar_gap' ? gapText(pillar) : belowText(pillar)
