/** Id of the list "Fix before publishing". */
export const problemListId = 'compose-problems'

export function focusProblems(): void {
  const list = document.getElementById(problemListId)
  list?.focus()
  list?.scrollIntoView({ block: 'nearest' })
}
