import { goTo } from './go-to-shortcuts'

export type Shortcut = { keys: readonly string[]; does: string }

/** All shortcuts, for the help dialog. “Mod” is Cmd on a Mac and Ctrl elsewhere. */
export const shortcutGroups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['Mod', 'K'], does: 'Find a story, a screen or an action' },
      { keys: ['N'], does: 'New story' },
      ...Object.entries(goTo).map(([key, { label }]) => ({ keys: ['G', key.toUpperCase()], does: `Go to ${label}` })),
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Esc'], does: 'Close' },
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
      { keys: ['C'], does: 'New story: choose a day or hour with the arrow keys, then press Enter' },
      { keys: ['A'], does: 'Add a note to the focused day' },
      { keys: ['Space'], does: 'Pick up the focused story, move it with the arrow keys, drop it with Space' },
      { keys: ['Shift', '→'], does: 'Move the focused note by a day; with ↑ and ↓ by a week' },
      { keys: ['X'], does: 'Select the focused story' },
      { keys: ['Mod', 'Z'], does: 'Undo the last move' },
    ],
  },
  {
    title: 'In the queue of a channel',
    shortcuts: [
      {
        keys: ['Space'],
        does: 'Pick up the post of the focused handle, move it with the arrow keys, drop it with Space',
      },
      { keys: ['Mod', 'Z'], does: 'Undo the last move' },
    ],
  },
  {
    title: 'In the inbox',
    shortcuts: [
      { keys: ['J'], does: 'Next conversation' },
      { keys: ['K'], does: 'Previous conversation' },
      { keys: ['E'], does: 'Resolve or reopen' },
      { keys: ['S'], does: 'Snooze' },
      { keys: ['R'], does: 'Reply' },
      { keys: ['X'], does: 'Select the open conversation' },
      { keys: ['Mod', 'Enter'], does: 'Send the reply' },
    ],
  },
  {
    title: 'In the composer',
    shortcuts: [{ keys: ['Mod', 'Enter'], does: 'Schedule or publish' }],
  },
]
