import { createContext } from 'react'

/** The index of the file that a carousel shows, until another is chosen there. Null for the first. */
export const ShownFileContext = createContext<number | null>(null)
