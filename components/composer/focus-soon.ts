/** Puts the focus on the first of these that can take it, once the page was drawn anew: a moved row loses its own. */
export function focusSoon(...ids: string[]): void {
  requestAnimationFrame(() => {
    const usable = ids
      .map((id) => document.getElementById(id))
      .find((element) => element !== null && !(element as HTMLButtonElement).disabled)
    usable?.focus()
  })
}
