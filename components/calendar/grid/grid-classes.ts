/** Class of the columns of days. */
export const dayColumnClass = 'calendar-lane'
/** Classes of the hour rows and the header, whose first cells are sticky. */
export const hourRowClass = 'calendar-hour'
export const headerRowClass = 'calendar-head'
/** Class of the line of the current time. */
export const nowLineClass = 'calendar-now'

/** How much of the space below the content of a page the calendar takes. Phones have the navigation there. */
export const fillMargin = '-mb-5 md:-mb-9'
