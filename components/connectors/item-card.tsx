import type { ReactNode } from 'react'
import { Time } from '@/components/time/zone'

type Fields = Record<string, string>

const titleNames = ['title', 'name', 'headline', 'subject']
/** How dates of feeds are stored. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const textNames = ['description', 'summary', 'text', 'content', 'body']

const find = (fields: Fields, names: readonly string[]): string | undefined => {
  const byName = new Map(Object.entries(fields).map(([name, text]) => [name.toLowerCase(), text]))
  for (const name of names) if (byName.get(name)) return byName.get(name)
  return undefined
}

/** The title of an item, or its first text. */
export const titleOf = (fields: Fields): string => find(fields, titleNames) ?? Object.values(fields)[0] ?? 'Item'

/** An item of a source: its title, text and the other fields. Third-party content is shown as text, images not at all. */
export function ItemCard({ fields, aside }: { fields: Fields; aside?: ReactNode }) {
  const title = titleOf(fields)
  const text = find(fields, textNames)
  const rest = Object.entries(fields).filter(([, value]) => value !== title && value !== text)
  return (
    <article className="min-w-0">
      <div className="flex items-start justify-between gap-3">
        <h3 className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{title}</h3>
        {aside && <div className="shrink-0 text-sm text-ink-soft tabular-nums">{aside}</div>}
      </div>
      {text && <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">{text}</p>}
      {rest.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pt-1 text-sm">
          {rest.slice(0, 6).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="max-w-32 truncate text-ink-soft">{name}</dt>
              <dd className="truncate">{instant.test(value) ? <Time at={value} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}
