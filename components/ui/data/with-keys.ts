/**
 * Items with a React key each. Items with equal names are numbered, so a key stays the same when an item with another
 * name is removed.
 */
export function withKeys<Item>(items: readonly Item[], nameOf: (item: Item) => string): [key: string, item: Item][] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const name = nameOf(item)
    const number = (seen.get(name) ?? 0) + 1
    seen.set(name, number)
    return [`${number} ${name}`, item]
  })
}
