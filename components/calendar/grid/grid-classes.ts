/** Class of the columns of days. */
export const dayColumnClass = 'calendar-lane'
/** Classes of the hour rows and the header, whose first cells are sticky. */
export const hourRowClass = 'calendar-hour'
export const headerRowClass = 'calendar-head'
