export type Side = 'top' | 'bottom'

/** Minimum distance in px from the button and from the edge of the screen. */
export const panelMargin = { anchor: 6, screen: 12 }

type Fit = {
  /** The side where the panel is. */
  shown: Side
  /** Height of the whole panel in px, with what is scrolled. */
  height: number
  /** Top and bottom of the button, and height of the screen, in px. */
  top: number
  bottom: number
  screen: number
}

/** The side where a panel fits. It stays where it is, unless it is cut there and the other side has more room. */
export function sideFor({ shown, height, top, bottom, screen }: Fit): Side {
  const margin = panelMargin.anchor + panelMargin.screen
  const room = { top: top - margin, bottom: screen - bottom - margin }
  const other: Side = shown === 'top' ? 'bottom' : 'top'
  return height > room[shown] && room[other] > room[shown] ? other : shown
}
