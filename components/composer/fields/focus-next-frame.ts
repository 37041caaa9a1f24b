/** Focuses the first enabled element once the change is rendered: a moved row loses its focus. */
export function focusNextFrame(...ids: string[]): void {
  requestAnimationFrame(() => {
    const elements = ids.map((id) => document.getElementById(id))
    elements.find((element) => element !== null && !element.matches(':disabled'))?.focus()
  })
}
