import { goTo } from './shortcuts'

export type Shortcut = { keys: readonly string[]; does: string }

/** What the help lists. “Mod” is Cmd on a Mac and Ctrl elsewhere. */
export const shortcutGroups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], does: 'Find a story, a screen or an action' },
      { keys: ['N'], does: 'New story' },
      ...Object.entries(goTo).map(([key, { label }]) => ({ keys: ['G', key.toUpperCase()], does: `Go to ${label}` })),
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    title: 'In the calendar',
    shortcuts: [
      { keys: ['T'], does: 'Go to today' },
      { keys: ['M'], does: 'Month' },
      { keys: ['W'], does: 'Week' },
      { keys: ['D'], does: 'Day' },
      { keys: ['L'], does: 'List' },
      { keys: ['F'], does: 'Filter' },
      { keys: ['C'], does: 'Choose a day or an hour for a new story with the arrow keys; Enter begins it' },
      { keys: ['Space'], does: 'Take up the story in focus; arrow keys move it, Space puts it down' },
      { keys: ['X'], does: 'Select the story in focus' },
      { keys: ['Mod', 'Z'], does: 'Undo the last move' },
    ],
  },
  {
    title: 'In the composer',
    shortcuts: [{ keys: ['Mod', 'Enter'], does: 'Schedule or publish, whichever the button says' }],
  },
]
