'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classes } from '../classes'

export const Chevron = ({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) =>
  orientation === 'left' ? <ChevronLeft aria-hidden size={16} /> : <ChevronRight aria-hidden size={16} />

const cell = 'flex size-8 items-center justify-center rounded-md pointer-coarse:size-10'
const navButton = classes(cell, 'text-ink-soft hover:bg-hover hover:text-ink')

/** Class names of `DayPicker`. */
export const pickerClasses = {
  months: 'relative',
  month_caption: 'flex h-8 items-center px-2 font-semibold',
  nav: 'absolute top-0 right-0 flex',
  button_previous: navButton,
  button_next: navButton,
  month_grid: 'mt-2 border-collapse tabular-nums',
  weekday: 'h-8 text-xs font-normal text-ink-soft',
  day: 'p-0',
  day_button: classes(cell, 'hover:bg-hover'),
  today: 'font-semibold text-accent',
  outside: 'text-ink-soft',
  disabled: 'opacity-50',
}

export const selectedDay =
  '[&>button]:bg-accent-fill [&>button]:font-semibold [&>button]:text-on-accent [&>button:hover]:bg-accent-fill-hover'

/** Noon in the browser's zone: only year, month and day are used, and noon exists on every day. */
export const toDate = (day: string): Date => new Date(`${day}T12:00`)

export const fromDate = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
