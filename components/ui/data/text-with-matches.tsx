import { Fragment, type ReactNode } from 'react'

/**
 * A text in which the matches of a pattern are rendered differently.
 *
 * @param pattern has the flag `g`
 */
export function TextWithMatches({
  text,
  pattern,
  render,
}: {
  text: string
  pattern: RegExp
  render: (match: string) => ReactNode
}) {
  const nodes: ReactNode[] = []
  let end = 0
  for (const { index, 0: match } of text.matchAll(pattern)) {
    nodes.push(text.slice(end, index), <Fragment key={index}>{render(match)}</Fragment>)
    end = index + match.length
  }
  return [...nodes, text.slice(end)]
}
